import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { AssetLabel } from '../../ui/asset-label.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { DestinationFields } from './destination-fields.tsx';
import type { WithdrawalTerms } from './draft.ts';
import type { WithdrawalEntry } from './entry.ts';
import { FeeAndArrival, QuoteLines } from './quote-lines.tsx';
import { addressBookQuery } from './queries.ts';
import type { Refusal } from './refusal.ts';
import { SavedAddresses } from './saved-addresses.tsx';
import { WithdrawAmountField } from './withdraw-amount-field.tsx';
import type { Source } from './withdrawal-flow.tsx';
import styles from './withdrawals.module.css';

interface WithdrawFormProps {
  entry: WithdrawalEntry;
  sources: readonly Source[];
  feeBps: number;
  /** What the server said of one of the fields, the last time. */
  refusal: Refusal | undefined;
  onReview: (entry: WithdrawalEntry, source: Source) => void;
}

function termsOf({ wallet, offer }: Source, feeBps: number): WithdrawalTerms {
  return {
    currency: wallet.currency,
    availableBalance: wallet.availableBalance,
    minimum: offer.withdrawalMin,
    feeBps,
  };
}

/** The form's fields with what the server refused; the field in question has the focus. */
function useWithdrawForm(entry: WithdrawalEntry, refusal: Refusal | undefined) {
  const form = useForm<WithdrawalEntry>({ defaultValues: entry });
  useEffect(() => {
    if (refusal) {
      form.setError(refusal.field, { type: 'server', message: refusal.message }, { shouldFocus: true });
    }
  }, [form, refusal]);
  return form;
}

export function WithdrawForm({ entry, sources, feeBps, refusal, onReview }: WithdrawFormProps) {
  const { t } = useTranslation();
  const form = useWithdrawForm(entry, refusal);
  const { data: book } = useQuery(addressBookQuery);
  const [currency, amount] = useWatch({ control: form.control, name: ['currency', 'amount'] });
  const source = sources.find(({ wallet }) => wallet.currency === currency);
  // A currency that is chosen was offered, and what is offered stays for as long as the dialog is open.
  if (!source) return null;
  const terms = termsOf(source, feeBps);

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => void form.handleSubmit((checked) => onReview(checked, source))(event)}
    >
      <SourceField
        sources={sources}
        currency={currency}
        onChange={(next) => chooseCurrency(form, sources, next)}
      />
      <WithdrawAmountField form={form} terms={terms} />
      <SavedAddresses
        book={(book?.addresses ?? []).filter((saved) => saved.currency === currency)}
        control={form.control}
        onChoose={(saved) => fillIn(form, saved)}
      />
      <DestinationFields form={form} offer={source.offer} book={book?.addresses ?? []} />
      {book?.isAllowListOn && <Notice tone="neutral">{t('withdraw.bookOnly')}</Notice>}
      <div className={styles.quote}>
        <QuoteLines amount={amount} terms={terms} />
        <FeeAndArrival feeBps={feeBps} />
      </div>
      <Button type="submit" size="large" isFullWidth>
        {t('withdraw.review')}
      </Button>
      <p className={styles.aside}>
        <Link to={paths.withdrawalAddresses}>{t('withdraw.manageBook')}</Link>
      </p>
    </form>
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
      options={sources.map(({ wallet, offer }) => ({
        value: wallet.currency,
        text: `${offer.name} ${wallet.currency}`,
        content: (
          <AssetLabel
            asset={wallet.currency}
            name={offer.name}
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

/** An address is of one chain and an amount of one currency: neither is carried over to another. */
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
