import type { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/config-query.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useLeaveForPayment } from '../../api/use-leave-for-payment.ts';
import { Modal } from '../../ui/modal.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import { WaitingMark } from '../../ui/state-mark.tsx';
import type { TopUpTerms } from './quote.ts';
import styles from './top-up-dialog.module.css';
import { TopUpForm } from './top-up-form.tsx';
import type { TopUpOrder } from './use-top-up.ts';

interface TopUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What is chosen to begin with: the product's own coin where nothing is said. */
  creditCurrency?: TopUpOrder['creditCurrency'] | undefined;
}

export function TopUpDialog({ isOpen, onClose, creditCurrency = coinCode }: TopUpDialogProps) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const { isLeaving, leaveFor } = useLeaveForPayment(onClose);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('topup.title')}
      description={isLeaving ? undefined : t('topup.description', { coin: coinCode })}
      dismissal={isBusy || isLeaving ? 'none' : 'free'}
      dismissWarning={t('topup.cannotClose')}
    >
      {isLeaving ? (
        <Outcome mark={<WaitingMark />} title={t('topup.redirecting')} text={t('topup.redirectingText')} />
      ) : (
        <TopUpBody
          creditCurrency={creditCurrency}
          onBusyChange={setIsBusy}
          onPayment={leaveFor}
          onInitiated={onClose}
        />
      )}
    </Modal>
  );
}

interface TopUpBodyProps {
  creditCurrency: TopUpOrder['creditCurrency'];
  onBusyChange: (isBusy: boolean) => void;
  onPayment: (paymentUrl: string) => void;
  onInitiated: () => void;
}

function termsOf(config: ReplyOf<typeof getConfig>): Omit<TopUpTerms, 'credited'> {
  return {
    coin: config.coin,
    coinPriceUsd: config.coinPriceUsd,
    usdMin: config.limits.topUpUsdMin,
    usdMax: config.limits.topUpUsdMax,
  };
}

function TopUpBody(props: TopUpBodyProps) {
  const { t } = useTranslation();
  const { data: config, error, isFetching, refetch } = useQuery(configQuery);
  if (config) {
    const payableWith = config.assets.filter(({ canTopUpWith }) => canTopUpWith).map(({ code }) => code);
    return <TopUpForm {...props} terms={termsOf(config)} payableWith={payableWith} />;
  }
  if (error) {
    return (
      <ErrorState
        title={t('topup.failedToLoadRate')}
        message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <div className={styles.form} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('topup.loading')}
      </span>
      <Skeleton height="4.25rem" shape="block" />
      <Skeleton height="6rem" shape="block" />
      <Skeleton height="3.25rem" shape="block" />
    </div>
  );
}
