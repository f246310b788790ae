import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import { addressPrefix } from '@mercury/contract/money/address.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { type ReactNode, useEffect } from 'react';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useDraft, useSavedForm } from '../../domain/drafts.ts';
import { type KnownAddress, LookAlikeWarning } from '../../domain/look-alike-warning.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  addressProblem,
  amountProblem,
  isAboveZero,
  isContactNameValid,
  isNoteValid,
  type TransferEntry,
  type TransferMeans,
} from './draft.ts';
import styles from './transfer-form.module.css';

/** The server's last refusal of the recipient. Another refusal is another object. */
export interface RefusedRecipient {
  message: string;
}

/** Money goes only to saved contacts. */
export interface SavedOnly {
  /** A contact that is saved now can be paid after a day. */
  hasWait: boolean;
  onSave: (walletAddress: string) => void;
}

interface TransferFormProps {
  wallet: Wallet;
  entry: TransferEntry;
  refusedRecipient: RefusedRecipient | undefined;
  nameOf: (address: string | null) => string | undefined;
  lookAlikeOf: (address: string) => KnownAddress | undefined;
  savedOnly: SavedOnly | undefined;
  renderContactPicker: (onChoose: (contact: { walletAddress: string }) => void) => ReactNode;
  onReview: (entry: TransferEntry) => void;
}

function meansOf({ currency, availableBalance, address }: Wallet): TransferMeans {
  return { currency, availableBalance, ownAddress: address };
}

/** The form's fields. The field that the server refused says so and has the focus. */
function useTransferForm({ entry, refusedRecipient }: TransferFormProps): UseFormReturn<TransferEntry> {
  const draft = useDraft('transfer', entry);
  const form = useForm<TransferEntry>({ defaultValues: draft.values });
  useSavedForm(form, draft);
  useEffect(() => {
    if (refusedRecipient) {
      const { message } = refusedRecipient;
      form.setError('recipientAddress', { type: 'server', message }, { shouldFocus: true });
    }
  }, [form, refusedRecipient]);
  return form;
}

export function TransferForm(props: TransferFormProps) {
  const { wallet, nameOf, savedOnly, renderContactPicker, onReview } = props;
  const { t } = useTranslation();
  const form = useTransferForm(props);
  const [amount, recipientAddress, isSaved] = useWatch({
    control: form.control,
    name: ['amount', 'recipientAddress', 'isSaved'],
  });
  const isReady = recipientAddress.trim() !== '' && isAboveZero(wallet.currency, amount);
  const knownName = nameOf(recipientAddress.trim());
  const lookAlike = props.lookAlikeOf(recipientAddress);
  const isUnsaved = knownName === undefined;
  const isSaving = isSaved && isUnsaved && savedOnly === undefined;
  const submit = form.handleSubmit((typed) => onReview({ ...typed, isSaved: isSaving }));

  return (
    <div className={styles.columns}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TransferAmountField form={form} wallet={wallet} />
        <RecipientField
          form={form}
          means={meansOf(wallet)}
          knownName={knownName}
          isCheckedOnBlur={savedOnly !== undefined}
        />
        {lookAlike && <LookAlikeWarning address={recipientAddress.trim()} lookAlike={lookAlike} />}
        <TextField
          {...form.register('note', { validate: isNoteValid })}
          label={t('transfer.note')}
          error={form.formState.errors.note && t('transfer.noteInvalid')}
          maxLength={limits.noteLengthMax}
          autoComplete="off"
        />
        {isUnsaved && savedOnly && <SavedOnlyNotice {...savedOnly} form={form} means={meansOf(wallet)} />}
        {isUnsaved && !savedOnly && (
          <Checkbox {...form.register('isSaved')} label={t('transfer.saveToContacts')} />
        )}
        {isSaving && (
          <TextField
            {...form.register('contactName', {
              validate: (_, typed) => knownName !== undefined || isContactNameValid(typed),
            })}
            label={t('transfer.contactName')}
            error={form.formState.errors.contactName && t('transfer.contactNameRequired')}
            maxLength={limits.nameLengthMax}
            autoComplete="off"
          />
        )}
        <OnlineButton
          type="submit"
          size="large"
          isFullWidth
          disabled={!isReady || (isUnsaved && savedOnly !== undefined)}
        >
          {t('transfer.review')}
        </OnlineButton>
      </form>
      <section className={styles.contacts}>
        {renderContactPicker(({ walletAddress }) => {
          form.clearErrors('recipientAddress');
          form.setValue('recipientAddress', walletAddress, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          });
        })}
      </section>
    </div>
  );
}

/**
 * The server would refuse an unsaved recipient, even with the box for saving ticked. So the person must save the contact first.
 */
function SavedOnlyNotice({
  hasWait,
  onSave,
  form,
  means,
}: SavedOnly & { form: UseFormReturn<TransferEntry>; means: TransferMeans }) {
  const { t } = useTranslation();
  const address = useWatch({ control: form.control, name: 'recipientAddress' });
  const isAddress = addressProblem(address, means.ownAddress) === undefined;
  function save() {
    // Saving removes this button, so the focus goes back to the field.
    form.setFocus('recipientAddress');
    onSave(address.trim());
  }
  return (
    <Notice tone={isAddress ? 'warning' : 'neutral'}>
      {t('transfer.savedOnly')} {hasWait && t('transfer.savedOnlyWait')}
      {isAddress && (
        <span className={styles.saveFirst}>
          <Button variant="secondary" size="small" onClick={save}>
            {t('transfer.saveFirst')}
          </Button>
        </span>
      )}
    </Notice>
  );
}

interface TransferAmountFieldProps {
  form: UseFormReturn<TransferEntry>;
  wallet: Wallet;
}

function TransferAmountField({ form, wallet }: TransferAmountFieldProps) {
  const { t } = useTranslation();
  return (
    <Controller
      control={form.control}
      name="amount"
      rules={{ validate: (typed) => amountProblem(typed, meansOf(wallet)) ?? true }}
      render={({ field, fieldState }) => (
        <AmountField
          ref={field.ref}
          label={t('transfer.amount')}
          asset={wallet.currency}
          amount={field.value}
          onAmountChange={field.onChange}
          onBlur={field.onBlur}
          error={
            fieldState.error &&
            (fieldState.error.message === 'insufficientBalance'
              ? t('transfer.insufficientBalance')
              : t('transfer.enterValidAmount'))
          }
          hint={
            <>
              {t('transfer.available')} <Money amount={wallet.availableBalance} asset={wallet.currency} />
            </>
          }
          action={
            <Button variant="ghost" size="small" onClick={() => field.onChange(wallet.availableBalance)}>
              {t('transfer.max')}
            </Button>
          }
        />
      )}
    />
  );
}

interface RecipientFieldProps {
  form: UseFormReturn<TransferEntry>;
  means: TransferMeans;
  /** The contact's name, if a contact has the address. */
  knownName: string | undefined;
  /** If only contacts can be paid, a wrong address disables the review, which then can't report the problem. */
  isCheckedOnBlur: boolean;
}

function RecipientField({ form, means, knownName, isCheckedOnBlur }: RecipientFieldProps) {
  const { t } = useTranslation();
  const texts = {
    required: t('transfer.required'),
    invalidAddress: t('transfer.invalidAddress', { coin: coinCode }),
    ownAddress: t('transfer.ownAddress'),
  };
  // The message is the problem itself, so that its text follows the language.
  const failure = form.formState.errors.recipientAddress;
  const problem = failure && addressProblem(form.getValues('recipientAddress'), means.ownAddress);
  const refusal = failure?.type === 'server' ? failure.message : undefined;
  return (
    <TextField
      {...form.register('recipientAddress', {
        validate: (address) => addressProblem(address, means.ownAddress) ?? true,
        // The refusal was about the former address.
        onChange: () => refusal !== undefined && form.clearErrors('recipientAddress'),
        onBlur: () => {
          const isTyped = form.getValues('recipientAddress').trim() !== '';
          // The refusal stays until the address changes.
          if (isCheckedOnBlur && isTyped && refusal === undefined) void form.trigger('recipientAddress');
        },
      })}
      label={t('transfer.recipientAddress')}
      error={problem ? texts[problem] : refusal}
      hint={knownName && <bdi className={styles.knownName}>{knownName}</bdi>}
      maxLength={limits.addressLengthMax}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={`${addressPrefix}1…`}
    />
  );
}
