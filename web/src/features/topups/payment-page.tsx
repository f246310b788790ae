import type { SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import { productName } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, LinkIcon, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { PaymentList } from '../../domain/payment-list.tsx';
import { TransactionTimeline } from '../../domain/transaction-timeline.tsx';
import { claimablePath, paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CardPage } from '../../ui/card-page.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { SuccessMark, WaitingMark } from '../../ui/outcome.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { MistakeForm } from './mistake-form.tsx';
import { SandboxPaymentForm } from './sandbox-payment-form.tsx';
import styles from './payment-page.module.css';
import { paymentQuery } from './payment-queries.ts';

/** The sandbox rail's payment page. Anyone with the link may pay, signed in or not. */
export function PaymentPage({ token }: { token: string }) {
  const { t } = useTranslation();
  return (
    <CardPage title={t('pay.title')}>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('pay.title')}</h1>
        <Badge tone="warning">
          <FlaskConical size={14} aria-hidden="true" />
          {t('pay.sandbox')}
        </Badge>
      </header>
      <p className={styles.sandboxNotice}>{t('pay.sandboxNotice')}</p>
      <Payment token={token} />
    </CardPage>
  );
}

function Payment({ token }: { token: string }) {
  const { t } = useTranslation();
  const query = useQuery(paymentQuery(token));
  const { data, error } = query;
  if (!data && error instanceof ApiError && error.code === 'NotFound') {
    return (
      <EmptyState
        icon={<LinkIcon size={24} />}
        title={t('pay.notFoundTitle')}
        action={<BackLink variant="secondary" />}
      >
        {t('pay.notFoundText')}
      </EmptyState>
    );
  }
  return (
    <QueryState
      query={query}
      skeleton={<PaymentSkeleton />}
      failedTitle={t('pay.failedToLoad')}
      errorMessage={errorMessage}
    >
      {(payment) => <PaymentState token={token} payment={payment} />}
    </QueryState>
  );
}

function PaymentState({ token, payment }: { token: string; payment: SandboxPayment }) {
  const { t } = useTranslation();
  if (payment.state === 'awaiting_payment' || payment.state === 'underpaid') {
    return <SandboxPaymentForm token={token} payment={payment} />;
  }
  if (payment.state === 'payment_seen') {
    return (
      <PaymentProgress
        token={token}
        payment={payment}
        mark={<WaitingMark />}
        title={t('pay.seenTitle')}
        text={t('pay.seenText')}
      />
    );
  }
  if (payment.state === 'completed') {
    return (
      <PaymentProgress
        token={token}
        payment={payment}
        mark={<SuccessMark />}
        title={t('pay.completedTitle')}
        text={t('pay.completedText')}
      />
    );
  }
  // Payments worth less than a cent do not count.
  const hasWorth = payment.payments.some(({ usdValue }) => /[1-9]/.test(usdValue));
  // A top-up has one other end state. Other states of a transaction never reach this page.
  return (
    <PaymentProgress
      token={token}
      payment={payment}
      mark={<ExpiredMark />}
      title={t('pay.expiredTitle')}
      text={hasWorth ? t('pay.expiredWithPayments') : t('pay.expiredText')}
    />
  );
}

function ExpiredMark() {
  return (
    <span className={styles.expired} aria-hidden="true">
      <TimerOff size={24} />
    </span>
  );
}

function BackLink({ variant }: { variant: 'primary' | 'secondary' }) {
  const { t } = useTranslation();
  return (
    <ButtonLink to={paths.dashboard} variant={variant} size="large" isFullWidth>
      {t('pay.back', { product: productName })}
    </ButtonLink>
  );
}

interface PaymentProgressProps {
  token: string;
  payment: SandboxPayment;
  mark: ReactNode;
  title: string;
  text: string;
}

/** After the chain has seen the payment: past and future steps. */
function PaymentProgress({ token, payment, mark, title, text }: PaymentProgressProps) {
  const { t } = useTranslation();
  const isDone = payment.state === 'completed';
  return (
    <div className={styles.body}>
      <div className={styles.outcome} role="status">
        {mark}
        <h2 className={styles.outcomeTitle}>{title}</h2>
        <p className={styles.outcomeText}>{text}</p>
      </div>
      <div className={styles.timeline}>
        <TransactionTimeline label={t('pay.progress')} of={payment} />
      </div>
      <PaymentList payments={payment.payments} claimPath={claimablePath} />
      {payment.state !== 'expired' && (
        <DetailList>
          <Detail label={t('pay.credited')}>
            <Money amount={payment.creditAmount} asset={payment.creditCurrency} />
          </Detail>
        </DetailList>
      )}
      <BackLink variant={isDone ? 'primary' : 'secondary'} />
      <MistakeForm token={token} payment={payment} chosen={undefined} />
    </div>
  );
}

function PaymentSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup className={styles.body} label={t('pay.loading')}>
      <Skeleton width="11rem" height="3rem" shape="block" />
      <Skeleton height="5rem" shape="block" />
      <Skeleton height="14rem" shape="block" />
      <Skeleton height="3.25rem" shape="block" />
    </SkeletonGroup>
  );
}
