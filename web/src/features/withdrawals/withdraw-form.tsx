import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AddMoneyButton } from '../../domain/add-money-button.tsx';
import { AssetLabel } from '../../domain/asset-label.tsx';
import { DollarsLeave } from '../../domain/dollars-leave.tsx';
import { useDraft, useSavedForm } from '../../domain/drafts.ts';
import { LostOrder } from '../../domain/lost-order.tsx';
import { assetName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { addAddressPath } from './address-book.ts';
import { DestinationFields, SavedAddresses } from './destination-fields.tsx';
import {
  amountProblem,
  isEmpty,
  mostOf,
  type Source,
  termsOf,
  type WithdrawalEntry,
  type WithdrawalTerms,
} from './draft.ts';
import { addressBookQuery } from './queries.ts';
import { QuoteLines, TermNotes } from './quote-lines.tsx';
import { type Refusal, withdrawalAttempts } from './use-withdrawal.ts';
import styles from './withdrawals.module.css';

interface WithdrawFormProps {
  entry: WithdrawalEntry;
  sources: readonly Source[];
  feeBps: number;
  /** The server's last refusal of a field. */
  refusal: Refusal | undefined;
  onReview: (entry: WithdrawalEntry, source: Source) => void;
  onDeposit: (currency: AssetCode) => void;
}

/** The form's fields. The field that the server refused says so and has the focus. */
function useWithdrawForm({ entry, refusal, sources }: WithdrawFormProps) {
  const draft = useDraft('withdraw', entry, {
    isUsable: ({ currency }) => sources.some(({ wallet }) => wallet.currency === currency),
  });
  const form = useForm<WithdrawalEntry>({ defaultValues: draft.values });
  useSavedForm(form, draft);
  useEffect(() => {
    if (refusal) {
      const { field, code, message } = refusal;
      const type = code === 'InsufficientBalance' ? code : 'server';
      form.setError(field, { type, message }, { shouldFocus: true });
    }
  }, [form, refusal]);
  return form;
}

export function WithdrawForm(props: WithdrawFormProps) {
  const { sources, onReview, onDeposit } = props;
  const { t } = useTranslation();
  const form = useWithdrawForm(props);
  const currency = useWatch({ control: form.control, name: 'currency' });
  const source = sources.find(({ wallet }) => wallet.currency === currency);
  // A chosen currency was offered, and offers stay while the dialog is open.
  if (!source) return null;

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => void form.handleSubmit((checked) => onReview(checked, source))(event)}
    >
      <LostWithdrawal sources={sources} onReview={onReview} />
      <SourceField
        sources={sources}
        currency={currency}
        onChange={(next) => chooseCurrency(form, sources, next)}
      />
      {isEmpty(source) && <NothingToWithdraw source={source} onDeposit={onDeposit} />}
      <OrderFields form={form} source={source} feeBps={props.feeBps} />
      <DollarsLeave />
      <p className={styles.aside}>
        <Link to={paths.withdrawalAddresses}>{t('withdraw.manageBook')}</Link>
      </p>
    </form>
  );
}

/** After a reload it may be all that there was, so that the wallet looks as if there were nothing to withdraw. */
function LostWithdrawal({ sources, onReview }: Pick<WithdrawFormProps, 'sources' | 'onReview'>) {
  const [lost] = useState(withdrawalAttempts.lastLost);
  const source = sources.find(({ wallet }) => wallet.currency === lost?.currency);
  if (!lost || !source) return null;
  const { amount, currency, address, memo = '' } = lost;
  const onFinish = () => onReview({ amount, currency, address, memo }, source);
  return <LostOrder {...{ amount, currency, address, onFinish }} />;
}

interface OrderFieldsProps {
  form: UseFormReturn<WithdrawalEntry>;
  source: Source;
  feeBps: number;
}

function OrderFields({ form, source, feeBps }: OrderFieldsProps) {
  const { t } = useTranslation();
  const { data: book } = useQuery(addressBookQuery);
  const amount = useWatch({ control: form.control, name: 'amount' });
  const terms = termsOf(source, feeBps);
  const saved = (book?.addresses ?? []).filter(({ currency }) => currency === terms.currency);
  return (
    <>
      <WithdrawAmountField form={form} terms={terms} canAdd={!isDepositOffered(source)} />
      <SavedAddresses book={saved} control={form.control} onChoose={(chosen) => fillIn(form, chosen)} />
      {book?.isAllowListOn && <BookOnly currency={terms.currency} isBookEmpty={saved.length === 0} />}
      <DestinationFields form={form} offer={source.offer} book={book?.addresses ?? []} />
      <div className={styles.quote}>
        <QuoteLines amount={amount} terms={terms} offer={source.offer} />
        <TermNotes terms={terms} offer={source.offer} />
      </div>
      <OnlineButton type="submit" size="large" isFullWidth>
        {t('withdraw.review')}
      </OnlineButton>
    </>
  );
}

function BookOnly({ currency, isBookEmpty }: { currency: AssetCode; isBookEmpty: boolean }) {
  const { t } = useTranslation();
  return (
    <Notice tone={isBookEmpty ? 'warning' : 'neutral'}>
      {t('withdraw.bookOnly')}
      {isBookEmpty && (
        <>
          {' '}
          {t('withdraw.bookEmpty', { currency })}{' '}
          <Link to={addAddressPath} state={{ currency, address: '', memo: '' }}>
            {t('addressBook.add')}
          </Link>
        </>
      )}
    </Notice>
  );
}

function isDepositOffered(source: Source): boolean {
  return isEmpty(source) && source.wallet.canDeposit;
}

interface NothingToWithdrawProps {
  source: Source;
  onDeposit: (currency: AssetCode) => void;
}

/** Above the form, which says what a withdrawal costs also to whoever has nothing yet. */
function NothingToWithdraw({ source, onDeposit }: NothingToWithdrawProps) {
  const { wallet } = source;
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <Notice tone="neutral">
        <strong>{t('withdraw.nothingThere', { currency: wallet.currency })}</strong>{' '}
        {t('withdraw.nothingThereText')}
      </Notice>
      {isDepositOffered(source) && (
        <Button variant="secondary" size="small" onClick={() => onDeposit(wallet.currency)}>
          {t('wallet.deposit')}
        </Button>
      )}
    </div>
  );
}

interface SourceFieldProps {
  sources: readonly Source[];
  currency: AssetCode;
  onChange: (currency: AssetCode) => void;
}

function SourceField({ sources, currency, onChange }: SourceFieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('withdraw.currency')}
      value={currency}
      onChange={onChange}
      options={sources.map(({ wallet }) => ({
        value: wallet.currency,
        text: `${assetName(t, wallet.currency)} ${wallet.currency}`,
        content: (
          <AssetLabel
            asset={wallet.currency}
            name={assetName(t, wallet.currency)}
            detail={
              <>
                {t('withdraw.available')} <Money amount={wallet.availableBalance} asset={wallet.currency} />
              </>
            }
          />
        ),
      }))}
    />
  );
}

/** An address belongs to one chain and an amount to one currency, so another currency clears both. */
function chooseCurrency(
  form: UseFormReturn<WithdrawalEntry>,
  sources: readonly Source[],
  currency: AssetCode,
): void {
  if (currency === form.getValues('currency')) return;
  const chosen = sources.find(({ wallet }) => wallet.currency === currency);
  form.reset({ currency, amount: '', address: chosen?.offer.exampleAddress ?? '', memo: '' });
}

function fillIn(form: UseFormReturn<WithdrawalEntry>, { address, memo }: WithdrawalAddress): void {
  form.setValue('address', address, { shouldDirty: true });
  form.setValue('memo', memo ?? '', { shouldDirty: true });
  form.clearErrors(['address', 'memo']);
}

interface WithdrawAmountFieldProps {
  form: UseFormReturn<WithdrawalEntry>;
  terms: WithdrawalTerms;
  /** False where the form offers a deposit already. */
  canAdd: boolean;
}

/** What a lost attempt may have taken from the balance is no reason not to ask for its outcome. */
function problemOf(typed: string, terms: WithdrawalTerms) {
  const problem = amountProblem(typed, terms);
  const amount = parseAmount(terms.currency, typed);
  const isRepeat =
    amount !== undefined &&
    withdrawalAttempts.isAnyLost(
      (order) => order.currency === terms.currency && order.amount === formatAmount(amount),
    );
  return problem === 'insufficientBalance' && isRepeat ? undefined : problem;
}

/** Found by the form, or by the server. */
function isTooLittle({ type, message }: { type: string; message?: string }): boolean {
  return message === 'insufficientBalance' || type === 'InsufficientBalance';
}

function WithdrawAmountField({ form, terms, canAdd }: WithdrawAmountFieldProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { currency, minimum } = terms;
  // The message is the problem itself, so that its text follows the language. The server's message is a sentence.
  function textOf({ type, message }: { type: string; message?: string }): string | undefined {
    if (type !== 'validate') return message;
    if (message === 'insufficientBalance') return t('withdraw.insufficientBalance');
    if (message === 'belowMinimum') {
      return t('withdraw.belowMinimum', { amount: moneyText(minimum, currency, formatTag) });
    }
    return t('withdraw.enterValidAmount');
  }
  return (
    <Controller
      control={form.control}
      name="amount"
      rules={{ validate: (typed) => problemOf(typed, terms) ?? true }}
      render={({ field, fieldState }) => (
        <>
          <AmountField
            ref={field.ref}
            label={t('withdraw.amount')}
            asset={currency}
            amount={field.value}
            onAmountChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error && textOf(fieldState.error)}
            action={
              <Button variant="ghost" size="small" onClick={() => field.onChange(mostOf(terms))}>
                {t('withdraw.max')}
              </Button>
            }
          />
          {canAdd && fieldState.error && isTooLittle(fieldState.error) && (
            <AddMoneyButton currency={currency} size="small" />
          )}
        </>
      )}
    />
  );
}
