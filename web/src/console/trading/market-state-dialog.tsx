import { zodResolver } from '@hookform/resolvers/zod';
import { marketStates } from '@mercury/contract/api/markets.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { setMarketState, type TradingMarket } from '@mercury/contract/console/trading.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
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
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { state, reason: '' } });
  const command = useConsoleCommand({
    mutationFn: (body: z.output<typeof schema>) =>
      callWithProof(setMarketState, { params: { market }, body }),
    onSuccess: () => {
      toast.success(t('trading.stateChanged'));
      onClose();
    },
    onError: (error) => {
      // They would rather not prove who they are: nothing happened.
      if (error instanceof Cancelled) return;
      showRefusal(form, error, { text: errorMessage(error, tShared) });
    },
    onSettled: () => askAgain(client, tradingKey),
  });
  const chosen = useWatch({ control: form.control, name: 'state' });
  const submit = form.handleSubmit((values) => command.mutate(values));
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <NativeSelectField
        label={t('trading.state')}
        hint={t(`trading.stateHints.${chosen}`)}
        value={chosen}
        choices={marketStates.map((each) => ({ value: each, label: t(`trading.marketStates.${each}`) }))}
        onChange={(next) => form.setValue('state', next)}
      />
      <TextArea
        label={t('reason.label')}
        hint={t('reason.hint')}
        dir="auto"
        error={fieldError(form.formState.errors.reason)}
        {...form.register('reason')}
      />
      <FormProblem control={form.control} />
      <div className={styles.pair}>
        <Button variant="secondary" onClick={onClose}>
          {t('proof.cancel')}
        </Button>
        <Button type="submit" isBusy={command.isPending}>
          {t('trading.change')}
        </Button>
      </div>
    </form>
  );
}
