import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { type WithdrawalTerms, amountProblem } from './draft.ts';
import type { WithdrawalEntry } from './entry.ts';

interface WithdrawAmountFieldProps {
  form: UseFormReturn<WithdrawalEntry>;
  terms: WithdrawalTerms;
}

export function WithdrawAmountField({ form, terms }: WithdrawAmountFieldProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { currency, availableBalance, minimum } = terms;
  // The problem itself is kept as the message, so that its text follows the language; the server's is a sentence.
  function textOf({ type, message }: { type: string; message?: string }): string | undefined {
    if (type === 'server') return message;
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
      rules={{ validate: (typed) => amountProblem(typed, terms) ?? true }}
      render={({ field, fieldState }) => (
        <AmountField
          ref={field.ref}
          label={t('withdraw.amount')}
          asset={currency}
          amount={field.value}
          onAmountChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error && textOf(fieldState.error)}
          action={
            <Button variant="ghost" size="small" onClick={() => field.onChange(availableBalance)}>
              {t('withdraw.max')}
            </Button>
          }
        />
      )}
    />
  );
}
