import { setTransferLimit } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, parseAmountOutside } from '@mercury/contract/money/amount.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorMessage, joinedErrorMessage } from '../../api/error-message.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { callWithProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { toast } from '../../ui/toast.ts';
import { ListSkeleton } from './item-row.tsx';
import { askForAccount, securityQuery } from './queries.ts';
import styles from './security.module.css';

/** The sum a day to new recipients without a proof. */
export function TransferLimitCard() {
  const { t } = useTranslation();
  const query = useQuery(securityQuery);
  return (
    <Card title={t('security.transferLimit.title')}>
      <QueryState
        query={query}
        skeleton={<ListSkeleton label={t('security.transferLimit.loading')} />}
        failedTitle={t('security.transferLimit.failedToLoad')}
        errorMessage={errorMessage}
      >
        {/* Another tab may set a limit: the form restarts with it. */}
        {({ transferLimitUsd, twoFactorEnabled }) => (
          <LimitForm key={transferLimitUsd} limitUsd={transferLimitUsd} isTwoFactorOn={twoFactorEnabled} />
        )}
      </QueryState>
    </Card>
  );
}

interface LimitEntry {
  amountUsd: string;
}

function useSetTransferLimit(form: UseFormReturn<LimitEntry>) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (amountUsd: string) => callWithProof(setTransferLimit, { body: { amountUsd } }),
    onSuccess: () => {
      toast.success(t('security.transferLimit.saved'));
      return askForAccount(queryClient);
    },
    onError: (error) => {
      const text = joinedErrorMessage(error, t, { fallback: t('security.transferLimit.failed') });
      toast.error(text);
      showRefusal(form, error, { text });
    },
  });
}

function isWithinBounds(amountUsd: string): boolean {
  const most = parseAmount('USD', limits.transferLimitUsdMax);
  const amount = parseAmountOutside('USD', amountUsd);
  return amount !== undefined && most !== undefined && amount.minorUnits <= most.minorUnits;
}

function LimitForm({ limitUsd, isTwoFactorOn }: { limitUsd: string; isTwoFactorOn: boolean }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const form = useForm<LimitEntry>({ defaultValues: { amountUsd: limitUsd } });
  const { mutate, isPending } = useSetTransferLimit(form);
  const textOf = (amountUsd: string) => moneyText(amountUsd, 'USD', formatTag);
  const limit = textOf(limitUsd);
  return (
    <>
      <p className={styles.text}>
        {isTwoFactorOn
          ? t('security.transferLimit.textWithCode', { limit })
          : t('security.transferLimit.text', { limit })}
      </p>
      <form
        noValidate
        className={styles.phraseForm}
        onSubmit={(event) => void form.handleSubmit(({ amountUsd }) => mutate(amountUsd))(event)}
      >
        <Controller
          control={form.control}
          name="amountUsd"
          rules={{ validate: isWithinBounds }}
          render={({ field, fieldState }) => (
            <AmountField
              ref={field.ref}
              label={t('security.transferLimit.field')}
              hint={t('security.transferLimit.hint')}
              asset="USD"
              amount={field.value}
              onAmountChange={field.onChange}
              onBlur={field.onBlur}
              error={
                fieldState.error &&
                // The server's own words, if it refused the amount.
                (fieldState.error.message ||
                  t('security.transferLimit.invalid', { limit: textOf(limits.transferLimitUsdMax) }))
              }
            />
          )}
        />
        <FormProblem control={form.control} />
        <div className={styles.buttons}>
          <Button type="submit" isBusy={isPending}>
            {t('security.transferLimit.save')}
          </Button>
        </div>
      </form>
    </>
  );
}
