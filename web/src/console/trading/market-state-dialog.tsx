import { zodResolver } from '@hookform/resolvers/zod';
import { marketStates } from '@mercury/contract/api/markets.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { setMarketState, type TradingMarket } from '@mercury/contract/console/trading.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { askAgain } from '../../api/query-client.ts';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { ReasonForm } from '../reason-form.tsx';
import { tradingKey } from './queries.ts';

const schema = z.object({ state: z.enum(marketStates), reason: whySchema });

interface MarketStateDialogProps {
  market: TradingMarket;
  isOpen: boolean;
  onClose: () => void;
}

export function MarketStateDialog({ market, isOpen, onClose }: MarketStateDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      closesOnBack
      title={t('trading.stateTitle', { market: market.market })}
      description={t('trading.stateText')}
    >
      <StateForm market={market} onClose={onClose} />
    </Modal>
  );
}

function StateForm({ market: { market, state }, onClose }: Omit<MarketStateDialogProps, 'isOpen'>) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { state, reason: '' } });
  const command = useConsoleCommand({
    mutationFn: (body: z.output<typeof schema>) =>
      callWithProof(setMarketState, { params: { market }, body }),
    onSuccess: () => {
      toast.success(t('trading.stateChanged'));
      onClose();
    },
    onSettled: () => askAgain(client, tradingKey),
  });
  const chosen = useWatch({ control: form.control, name: 'state' });
  return (
    <ReasonForm form={form} command={command} submitLabel={t('trading.change')} onClose={onClose}>
      <NativeSelectField
        label={t('trading.state')}
        hint={t(`trading.stateHints.${chosen}`)}
        value={chosen}
        choices={marketStates.map((each) => ({ value: each, label: t(`trading.marketStates.${each}`) }))}
        onChange={(next) => form.setValue('state', next)}
      />
    </ReasonForm>
  );
}
