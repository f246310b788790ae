import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MoneyRequest } from '../../domain/request-link.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { transactionPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Notice } from '../../ui/notice.tsx';
import { FormSkeleton } from '../../ui/query-state.tsx';
import { paymentQuery } from './paid-request.ts';

interface RequestPaymentProps {
  request: MoneyRequest;
  /** The form that pays it. */
  to: string;
}

/** For who is signed in: what they paid already, or the way to the form. Without an answer nothing is in the way of paying. */
export function RequestPayment({ request, to }: RequestPaymentProps) {
  const { t } = useTranslation();
  const { data: payment, isPending, fetchStatus } = useQuery(paymentQuery(request));
  if (isPending && fetchStatus === 'fetching')
    return <FormSkeleton label={t('request.loading')} heights={['3.25rem']} />;
  if (payment) return <Paid payment={payment} request={request} to={to} />;
  return (
    <ButtonLink size="large" isFullWidth to={to}>
      {t('request.continue')}
    </ButtonLink>
  );
}

function Paid({ payment, request, to }: RequestPaymentProps & { payment: Transaction }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <>
      <Notice tone="completed">
        {t('request.paid', {
          username: `\u2068@${request.username}\u2069`,
          amount: moneyText(payment.amount, payment.currency, formatTag),
          date: formatDateTime(payment.date, formatTag, { hasTime: true }),
        })}
      </Notice>
      <ButtonLink size="large" isFullWidth to={transactionPath(payment.id)}>
        {t('trade.seeTransaction')}
      </ButtonLink>
      <ButtonLink size="large" isFullWidth variant="secondary" to={to}>
        {t('request.payAgain')}
      </ButtonLink>
    </>
  );
}
