import type { Recipient, Wallet } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { AddMoneyButton } from '../../domain/add-money-button.tsx';
import { useDraft, useSavedForm } from '../../domain/drafts.ts';
import { LostOrder } from '../../domain/lost-order.tsx';
import { type KnownAddress, LookAlikeWarning } from '../../domain/look-alike-warning.tsx';
import { amountIn, type MoneyRequest } from '../../domain/request-link.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { namedBy, type SavedContact } from '../../domain/contact-email.ts';
import {
  amountProblem,
  isAboveZero,
  isContactNameValid,
  isNoteValid,
  type OwnNames,
  recipientProblem,
  sourceIn,
  sourcesOf,
  type TransferEntry,
  type TransferSource,
} from './draft.ts';
import { RecipientField } from './recipient-field.tsx';
import { SourceField } from './source-field.tsx';
import { transferAttempts } from './use-transfer.ts';
import styles from './transfer-form.module.css';
import { recipientQuery, useNamed } from '../../domain/use-recipient.ts';

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
  wallets: readonly Wallet[];
  own: OwnNames;
  /** Undefined until they are loaded. */
  contacts: readonly SavedContact[] | undefined;
  entry: TransferEntry;
  refusedRecipient: RefusedRecipient | undefined;
  nameOf: (address: string | null) => string | undefined;
  lookAlikeOf: (address: string) => KnownAddress | undefined;
  savedOnly: SavedOnly | undefined;
  renderContactPicker: (onChoose: (contact: { walletAddress: string }) => void) => ReactNode;
  onReview: (entry: TransferEntry, recipient: Recipient) => void;
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

/** Asks whom the text reaches. Where nobody is found, or no answer comes, the field says so, and there is no review. */
function useReview(form: UseFormReturn<TransferEntry>, { contacts, onReview }: TransferFormProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return async (entry: TransferEntry): Promise<void> => {
    try {
      const named = namedBy(entry.recipientAddress, contacts);
      onReview(entry, await queryClient.fetchQuery(recipientQuery(named)));
    } catch (error) {
      const message = joinedErrorMessage(error, t, { fallback: t('transfer.recipientUnknown') });
      form.setError('recipientAddress', { type: 'server', message }, { shouldFocus: true });
    }
  };
}

export function TransferForm(props: TransferFormProps) {
  const { wallets, own, contacts, nameOf, savedOnly, renderContactPicker } = props;
  const { t } = useTranslation();
  const form = useTransferForm(props);
  const review = useReview(form, props);
  const [currency, amount, recipientText, isSaved] = useWatch({
    control: form.control,
    name: ['currency', 'amount', 'recipientAddress', 'isSaved'],
  });
  const source = sourceIn(wallets, currency);
  const named = useNamed(recipientText, contacts);
  const { address } = named;
  const isReady = recipientText.trim() !== '' && isAboveZero(currency, amount);
  const knownName = nameOf(address ?? named.text);
  const lookAlike = address === undefined ? undefined : props.lookAlikeOf(address);
  const isUnsaved = knownName === undefined;
  const isSaving = isSaved && isUnsaved && savedOnly === undefined;
  const submit = form.handleSubmit((typed) => review({ ...typed, isSaved: isSaving }));

  return (
    <div className={styles.columns}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <LostTransfer form={form} />
        <SourceField
          sources={sourcesOf(wallets, currency)}
          currency={currency}
          onChange={(next) => chooseCurrency(form, next)}
        />
        <TransferAmountField form={form} source={source} />
        <RecipientField
          form={form}
          known={{ own, contacts }}
          named={named}
          knownName={knownName}
          isCheckedOnBlur={savedOnly !== undefined}
          onRequest={(request) => fillIn(form, request)}
          onChoose={({ walletAddress }) => chooseRecipient(form, walletAddress)}
        />
        {address !== undefined && lookAlike && <LookAlikeWarning address={address} lookAlike={lookAlike} />}
        <TextField
          {...form.register('note', { validate: isNoteValid })}
          label={t('transfer.note')}
          error={form.formState.errors.note && t('transfer.noteInvalid')}
          maxLength={limits.noteLengthMax}
          autoComplete="off"
        />
        {isUnsaved && (
          <Saving
            form={form}
            savedOnly={savedOnly}
            address={recipientProblem(recipientText, { own, contacts }) === undefined ? address : undefined}
          />
        )}
        <OnlineButton
          type="submit"
          size="large"
          isFullWidth
          isBusy={form.formState.isSubmitting}
          disabled={!isReady || (isUnsaved && savedOnly !== undefined)}
        >
          {t('transfer.review')}
        </OnlineButton>
      </form>
      <section className={styles.contacts}>
        {renderContactPicker(({ walletAddress }) => setRecipient(form, walletAddress))}
      </section>
    </div>
  );
}

function setRecipient(form: UseFormReturn<TransferEntry>, text: string): void {
  form.clearErrors('recipientAddress');
  form.setValue('recipientAddress', text, {
    shouldDirty: true,
    shouldValidate: form.formState.isSubmitted,
  });
}

function chooseRecipient(form: UseFormReturn<TransferEntry>, address: string): void {
  // The list goes with the choice, so the focus goes back to the field.
  form.setFocus('recipientAddress');
  setRecipient(form, address);
}

/** What was typed stays where the other currency has as many decimals. */
function chooseCurrency(form: UseFormReturn<TransferEntry>, currency: AssetCode): void {
  if (currency === form.getValues('currency')) return;
  form.setValue('currency', currency, { shouldDirty: true });
  form.setValue('amount', amountIn(form.getValues('amount'), currency), { shouldDirty: true });
  form.clearErrors('amount');
}

/** What somebody's link asks for stands in the fields as if it had been typed: to be seen, changed and checked. */
function fillIn(form: UseFormReturn<TransferEntry>, request: MoneyRequest): void {
  // The amount that was typed meant another currency.
  const isOther = request.currency !== form.getValues('currency');
  chooseCurrency(form, request.currency);
  const amount = request.amount ?? (isOther ? '' : undefined);
  if (amount !== undefined) form.setValue('amount', amount, { shouldDirty: true });
  if (request.note !== undefined) form.setValue('note', request.note, { shouldDirty: true });
  setRecipient(form, `@${request.username}`);
}

/** Fills the form in with what got no answer: its review asks whether that one is meant. */
function LostTransfer({ form }: { form: UseFormReturn<TransferEntry> }) {
  const [lost] = useState(transferAttempts.lastLost);
  if (!lost) return null;
  const { amount, currency = coinCode, recipientAddress: address, note = '' } = lost;
  const onFinish = () => {
    form.reset({ ...form.getValues(), amount, currency, note, recipientAddress: address });
    form.setFocus('amount');
  };
  return <LostOrder {...{ amount, currency, address, onFinish }} />;
}

interface SavingProps {
  form: UseFormReturn<TransferEntry>;
  savedOnly: SavedOnly | undefined;
  /** Of somebody who could be saved; undefined until there is one. */
  address: string | undefined;
}

/** For a recipient who is no contact: how to make them one, with the transfer or, where it must be, before it. */
function Saving({ form, savedOnly, address }: SavingProps) {
  const { t } = useTranslation();
  const isSaved = useWatch({ control: form.control, name: 'isSaved' });
  if (savedOnly) return <SavedOnlyNotice {...savedOnly} form={form} address={address} />;
  return (
    <>
      <Checkbox {...form.register('isSaved')} label={t('transfer.saveToContacts')} />
      {isSaved && (
        <TextField
          {...form.register('contactName', { validate: (_, typed) => isContactNameValid(typed) })}
          label={t('transfer.contactName')}
          error={form.formState.errors.contactName && t('transfer.contactNameRequired')}
          maxLength={limits.nameLengthMax}
          autoComplete="off"
        />
      )}
    </>
  );
}

/**
 * The server would refuse an unsaved recipient, even with the box for saving ticked. So the person must save the contact first.
 */
function SavedOnlyNotice({
  hasWait,
  onSave,
  form,
  address,
}: SavedOnly & { form: UseFormReturn<TransferEntry>; address: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Notice tone={address === undefined ? 'neutral' : 'warning'}>
      {t('transfer.savedOnly')} {hasWait && t('transfer.savedOnlyWait')}
      {address !== undefined && (
        <span className={styles.saveFirst}>
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              // Saving removes this button, so the focus goes back to the field.
              form.setFocus('recipientAddress');
              onSave(address);
            }}
          >
            {t('transfer.saveFirst')}
          </Button>
        </span>
      )}
    </Notice>
  );
}

/** What a lost attempt may have taken from the balance is no reason not to ask for its outcome. */
function problemOf(typed: string, source: TransferSource) {
  const problem = amountProblem(typed, source);
  const amount = parseAmount(source.currency, typed);
  const isRepeat =
    amount !== undefined &&
    transferAttempts.isAnyLost(
      (order) => order.currency === source.currency && order.amount === formatAmount(amount),
    );
  return problem === 'insufficientBalance' && isRepeat ? undefined : problem;
}

const isTooLittle = (error: { message?: string } | undefined) => error?.message === 'insufficientBalance';

interface TransferAmountFieldProps {
  form: UseFormReturn<TransferEntry>;
  source: TransferSource;
}

function TransferAmountField({ form, source }: TransferAmountFieldProps) {
  const { t } = useTranslation();
  const { currency, availableBalance } = source;
  return (
    <Controller
      control={form.control}
      name="amount"
      rules={{ validate: (typed) => problemOf(typed, source) ?? true }}
      render={({ field, fieldState }) => (
        <>
          <AmountField
            ref={field.ref}
            label={t('transfer.amount')}
            asset={currency}
            amount={field.value}
            onAmountChange={field.onChange}
            onBlur={field.onBlur}
            error={
              fieldState.error &&
              (isTooLittle(fieldState.error)
                ? t('transfer.insufficientBalance')
                : t('transfer.enterValidAmount'))
            }
            hint={
              <>
                {t('transfer.available')} <Money amount={availableBalance} asset={currency} />
              </>
            }
            action={
              <Button variant="ghost" size="small" onClick={() => field.onChange(availableBalance)}>
                {t('transfer.max')}
              </Button>
            }
          />
          {isTooLittle(fieldState.error) && <AddMoneyButton currency={currency} size="small" />}
        </>
      )}
    />
  );
}
