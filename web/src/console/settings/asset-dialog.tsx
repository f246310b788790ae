import { zodResolver } from '@hookform/resolvers/zod';
import { decimalSchema } from '@mercury/contract/api/shapes.ts';
import { type AssetOffer, changeAssetOffer, type OfferedAsset } from '@mercury/contract/console/assets.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { askAgain } from '../../api/query-client.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Switch } from '../../ui/switch.tsx';
import { callWithProof } from '../api/proof.ts';
import consoleStyles from '../console.module.css';
import { ProposingForm } from '../proposals/proposing-form.tsx';
import { AssetFacts } from './asset-facts.tsx';
import { settingsKey } from './queries.ts';
import styles from './settings.module.css';

const schema = z.object({
  isOffered: z.boolean(),
  isTransferable: z.boolean(),
  withdrawalMin: decimalSchema,
  networkFee: decimalSchema,
  reason: whySchema,
});
type Entry = z.output<typeof schema>;

interface AssetDialogProps {
  asset: OfferedAsset;
  /** Otherwise it is only read. */
  mayChange: boolean;
  isOpen: boolean;
  close: () => void;
}

export function AssetDialog({ asset, mayChange, isOpen, close }: AssetDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      closesOnBack
      title={asset.currency}
      description={mayChange && t('settings.assets.text')}
    >
      <div className={consoleStyles.stack}>
        <AssetFacts asset={asset} isWhole={!mayChange} />
        {mayChange && <OfferForm asset={asset} close={close} />}
      </div>
    </Modal>
  );
}

function OfferForm({ asset, close }: Pick<AssetDialogProps, 'asset' | 'close'>) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const { currency, isOffered, isTransferable, withdrawalMin, networkFee, network } = asset;
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { isOffered, isTransferable, withdrawalMin, networkFee, reason: '' },
  });
  const send = async ({ reason, ...entry }: Entry) => {
    const body = { ...changesOf(asset, entry), reason };
    const reply = await callWithProof(changeAssetOffer, { params: { code: currency }, body });
    await askAgain(client, settingsKey);
    return reply;
  };
  return (
    <ProposingForm form={form} submitLabel={t('settings.propose')} onClose={close} send={send}>
      <SwitchLine form={form} name="isOffered" isFixed={asset.isAlwaysOffered} />
      {asset.isAlwaysOffered && <p className={styles.quiet}>{t('settings.assets.alwaysOffered')}</p>}
      <SwitchLine form={form} name="isTransferable" />
      {network !== null && <AmountLine form={form} name="withdrawalMin" asset={asset} />}
      {network !== null && !asset.isFeeASetting && <AmountLine form={form} name="networkFee" asset={asset} />}
    </ProposingForm>
  );
}

/** What somebody else changes meanwhile is not overwritten. */
function changesOf(asset: OfferedAsset, entry: Required<AssetOffer>): AssetOffer {
  return {
    ...(entry.isOffered !== asset.isOffered && { isOffered: entry.isOffered }),
    ...(entry.isTransferable !== asset.isTransferable && { isTransferable: entry.isTransferable }),
    ...(entry.withdrawalMin !== asset.withdrawalMin && { withdrawalMin: entry.withdrawalMin }),
    ...(entry.networkFee !== asset.networkFee && { networkFee: entry.networkFee }),
  };
}

interface SwitchLineProps {
  form: UseFormReturn<Entry>;
  name: 'isOffered' | 'isTransferable';
  isFixed?: boolean;
}

function SwitchLine({ form, name, isFixed = false }: SwitchLineProps) {
  const { t } = useTranslation('console');
  const label = t(`settings.assets.${name}`);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <p className={styles.switchLine}>
          <span aria-hidden="true">{label}</span>
          <Switch label={label} isOn={value} onChange={isFixed ? undefined : onChange} />
        </p>
      )}
    />
  );
}

interface AmountLineProps {
  form: UseFormReturn<Entry>;
  name: 'withdrawalMin' | 'networkFee';
  asset: OfferedAsset;
}

function AmountLine({ form, name, asset: { currency, decimals } }: AmountLineProps) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <AmountField
          label={t(`settings.assets.${name}`)}
          asset={currency}
          decimalsMax={decimals}
          amount={value}
          onAmountChange={onChange}
          onBlur={onBlur}
          ref={ref}
          error={fieldError(fieldState.error)}
        />
      )}
    />
  );
}
