import { zodResolver } from '@hookform/resolvers/zod';
import { limits } from '@mercury/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type AssetOffer, configQuery } from '../../api/config-query.ts';
import { errorMessage } from '../../api/error-message.ts';
import { coinName } from '../../i18n/coin-name.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { AssetLabel } from '../../ui/asset-label.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { toAsciiDigit } from '../../ui/typed-amount.ts';
import { type AddressEntry, addressEntrySchema } from './address-entry.ts';
import { isMemoValid } from './draft.ts';
import { refusalOf } from './refusal.ts';
import { useAddAddress } from './use-address-book.ts';
import styles from './withdrawals.module.css';

interface AddAddressDialogProps {
  draft: Partial<AddressEntry> | undefined;
  isOpen: boolean;
  onClose: () => void;
}

export function AddAddressDialog({ draft, isOpen, onClose }: AddAddressDialogProps) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const offers = (config?.assets ?? []).filter(({ canWithdraw }) => canWithdraw);
  const [first] = offers;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('addressBook.addTitle')}
      description={t('addressBook.addText')}
    >
      {first && <AddAddressForm offers={offers} first={first} draft={draft} onClose={onClose} />}
    </Modal>
  );
}

interface AddAddressFormProps extends Pick<AddAddressDialogProps, 'draft' | 'onClose'> {
  offers: readonly AssetOffer[];
  first: AssetOffer;
}

function useAddressForm({ offers, first, draft, onClose }: AddAddressFormProps) {
  const { t } = useTranslation();
  const form = useForm<AddressEntry>({
    resolver: zodResolver(addressEntrySchema),
    defaultValues: { currency: first.code, address: '', memo: '', label: '', ...draft },
  });
  const command = useAddAddress();
  const currency = useWatch({ control: form.control, name: 'currency' });
  const offer = offers.find(({ code }) => code === currency) ?? first;

  const submit = form.handleSubmit(({ memo, ...entry }) => {
    const given = offer.memoKind === null ? '' : memo.trim();
    if (!isMemoValid(given, offer.memoKind)) {
      form.setError('memo', { message: t('withdraw.tagInvalid') }, { shouldFocus: true });
      return;
    }
    command.mutate(
      { ...entry, ...(given !== '' && { memo: given }) },
      {
        onSuccess: () => {
          toast.success(t('addressBook.saved'));
          onClose();
        },
        onError: (error) => {
          const refused = refusalOf(error);
          if (refused && refused.field !== 'amount') {
            form.setError(refused.field, { message: refused.message }, { shouldFocus: true });
          }
        },
      },
    );
  });
  const error = command.error && !refusalOf(command.error) ? command.error : null;
  return { form, submit, offer, error, isPending: command.isPending };
}

function AddAddressForm(props: AddAddressFormProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { form, submit, offer, error, isPending } = useAddressForm(props);
  const { errors } = form.formState;
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <CurrencyField form={form} offers={props.offers} />
      <TextField
        {...form.register('address')}
        label={t('addressBook.address')}
        error={fieldError(errors.address)}
        maxLength={limits.addressLengthMax}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {offer.memoKind !== null && <MemoField form={form} memoKind={offer.memoKind} />}
      <TextField
        {...form.register('label')}
        label={t('addressBook.label')}
        hint={t('addressBook.labelHint')}
        error={fieldError(errors.label)}
        maxLength={limits.nameLengthMax}
        autoComplete="off"
        dir="auto"
      />
      {error && (
        <Notice tone="failed">{errorMessage(error, t, { fallback: t('addressBook.failedToSave') })}</Notice>
      )}
      <div className={styles.pair}>
        <Button variant="secondary" onClick={props.onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" isBusy={isPending}>
          {t('addressBook.save')}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  form: UseFormReturn<AddressEntry>;
}

function CurrencyField({ form, offers }: FieldProps & { offers: readonly AssetOffer[] }) {
  const { t } = useTranslation();
  return (
    <Controller
      control={form.control}
      name="currency"
      render={({ field }) => (
        <SelectField
          label={t('addressBook.currency')}
          value={field.value}
          onChange={field.onChange}
          options={offers.map(({ code, name, network }) => ({
            value: code,
            text: `${coinName(t, code, name)} ${code}`,
            content: (
              <AssetLabel
                asset={code}
                name={coinName(t, code, name)}
                detail={network && <bdi>{network}</bdi>}
              />
            ),
          }))}
        />
      )}
    />
  );
}

function MemoField({ form, memoKind }: FieldProps & Pick<AssetOffer, 'memoKind'>) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const isTag = memoKind === 'tag';
  return (
    <Controller
      control={form.control}
      name="memo"
      render={({ field, fieldState }) => (
        <TextField
          {...field}
          onChange={({ target }) =>
            // A tag is a number, in whichever digits somebody types it.
            field.onChange(isTag ? Array.from(target.value, toAsciiDigit).join('') : target.value)
          }
          label={isTag ? t('withdraw.tag') : t('withdraw.memo')}
          hint={t('withdraw.memoHint')}
          error={fieldError(fieldState.error)}
          maxLength={limits.memoLengthMax}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    />
  );
}
