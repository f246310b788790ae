import { zodResolver } from '@hookform/resolvers/zod';
import { assetCodeSchema, destinationSchema, labelSchema, memoSchema } from '@mercury/contract/api/shapes.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { AssetLabel } from '../../domain/asset-label.tsx';
import { type AssetOffer, configQuery } from '../../domain/config-query.ts';
import { useDraft, useForgetDrafts, useSavedForm } from '../../domain/drafts.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { toAsciiDigit } from '../../ui/typed-amount.ts';
import { useAddAddress } from './address-book.ts';
import { destinationText } from './destination-text.ts';
import { destinationProblem, isMemoValid, isSaidWhileTyping } from './draft.ts';
import { RightAddress } from './right-address.tsx';
import { refusalOf } from './use-withdrawal.ts';
import styles from './withdrawals.module.css';

interface AddAddressDialogProps {
  /** What a link to this dialog brought along. */
  brought: Partial<AddressEntry> | undefined;
  isOpen: boolean;
  onClose: () => void;
}

export function AddAddressDialog({ brought, isOpen, onClose }: AddAddressDialogProps) {
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
      {first && <AddAddressForm offers={offers} first={first} brought={brought} onClose={onClose} />}
    </Modal>
  );
}

interface AddAddressFormProps extends Pick<AddAddressDialogProps, 'brought' | 'onClose'> {
  offers: readonly AssetOffer[];
  first: AssetOffer;
}

function useAddressForm({ offers, first, brought, onClose }: AddAddressFormProps) {
  const { t } = useTranslation();
  const draft = useDraft<AddressEntry>('address', {
    currency: first.code,
    address: '',
    memo: '',
    label: '',
    ...brought,
  });
  const form = useForm<AddressEntry>({
    resolver: zodResolver(addressEntrySchema),
    defaultValues: draft.values,
  });
  useSavedForm(form, draft);
  const forgetDrafts = useForgetDrafts();
  const command = useAddAddress();
  const currency = useWatch({ control: form.control, name: 'currency' });
  const offer = offers.find(({ code }) => code === currency) ?? first;

  const submit = form.handleSubmit(({ memo, ...entry }) => {
    const problem = destinationProblem(entry.address, offer.chain);
    if (problem) {
      form.setError('address', { message: destinationText(problem, offer, t) }, { shouldFocus: true });
      return;
    }
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
          forgetDrafts();
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
  const addressTexts = useAddressTexts(form, offer);
  const { errors } = form.formState;
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <CurrencyField form={form} offers={props.offers} />
      <TextField
        {...form.register('address')}
        {...addressTexts}
        label={t('addressBook.address')}
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

/** Error and hint of the address, while it is typed. */
function useAddressTexts({ control, formState: { errors } }: UseFormReturn<AddressEntry>, offer: AssetOffer) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const problem = destinationProblem(useWatch({ control, name: 'address' }), offer.chain);
  const typedError = problem && isSaidWhileTyping(problem) ? destinationText(problem, offer, t) : undefined;
  const error = fieldError(errors.address) ?? typedError;
  const isRight = error === undefined && problem === undefined;
  return { error, hint: isRight && <RightAddress offer={offer} /> };
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
          options={offers.map(({ code, network }) => ({
            value: code,
            text: `${assetName(t, code)} ${code}`,
            content: (
              <AssetLabel asset={code} name={assetName(t, code)} detail={network && <bdi>{network}</bdi>} />
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
            // A tag is a number, typed in the digits of any script.
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

/** The form's values as typed. */
export interface AddressEntry {
  currency: AssetCode;
  address: string;
  memo: string;
  label: string;
}

/** The contract's own rules. Their messages are keys of our texts. */
const addressEntrySchema = z.object({
  currency: assetCodeSchema,
  address: destinationSchema,
  memo: memoSchema,
  label: labelSchema,
});

const carriedSchema = z.object({ currency: assetCodeSchema, address: z.string(), memo: z.string() });

/** The entry that a link to the address book carries in its history state; undefined if it carries something else. */
export function carriedEntry(state: unknown): Partial<AddressEntry> | undefined {
  const read = carriedSchema.safeParse(state);
  return read.success ? read.data : undefined;
}
