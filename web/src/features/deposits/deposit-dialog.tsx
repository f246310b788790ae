import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Config, configQuery } from '../../api/config-query.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useLeaveForPayment } from '../../api/use-leave-for-payment.ts';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WaitingMark } from '../../ui/state-mark.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DepositByAddress } from './deposit-by-address.tsx';
import { DepositByPage } from './deposit-by-page.tsx';
import { DepositReceipt } from './deposit-receipt.tsx';
import styles from './deposits.module.css';

interface DepositDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Chosen to begin with, where the dialog opens from one of the wallets. */
  currency?: AssetCode | undefined;
}

export function DepositDialog({ isOpen, onClose, currency }: DepositDialogProps) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const { isLeaving, leaveFor } = useLeaveForPayment(onClose);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('deposit.title')}
      description={isLeaving ? undefined : t('deposit.description')}
      dismissal={isBusy || isLeaving ? 'none' : 'free'}
      dismissWarning={t('deposit.cannotClose')}
    >
      {isLeaving ? (
        <Outcome
          mark={<WaitingMark />}
          title={t('deposit.redirecting')}
          text={t('deposit.redirectingText')}
        />
      ) : (
        <DepositBody
          currency={currency}
          isBusy={isBusy}
          onBusyChange={setIsBusy}
          onPayment={leaveFor}
          onDone={onClose}
        />
      )}
    </Modal>
  );
}

interface DepositBodyProps {
  currency: AssetCode | undefined;
  isBusy: boolean;
  onBusyChange: (isBusy: boolean) => void;
  onPayment: (paymentUrl: string) => void;
  onDone: () => void;
}

function DepositBody(props: DepositBodyProps) {
  const { t } = useTranslation();
  const { data: config, error, isFetching, refetch } = useQuery(configQuery);
  if (config) return <DepositWays {...props} config={config} />;
  if (error) {
    return (
      <ErrorState
        title={t('deposit.failedToLoad')}
        message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <div className={styles.form} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('deposit.loading')}
      </span>
      <Skeleton height="4.75rem" shape="block" />
      <Skeleton height="4.25rem" shape="block" />
      <Skeleton height="3.25rem" shape="block" />
    </div>
  );
}

type Way = 'address' | 'page';

function DepositWays({ config, currency, ...rest }: DepositBodyProps & { config: Config }) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>('address');
  const [deposited, setDeposited] = useState<Transaction>();
  const offers = config.assets.filter(({ canDeposit }) => canDeposit);
  const first = offers.find(({ code }) => code === currency) ?? offers[0];
  if (deposited) return <DepositReceipt deposited={deposited} onDone={rest.onDone} />;
  const byAddress = first && (
    <DepositByAddress
      offers={offers}
      initialCurrency={first.code}
      isSandbox={config.rail.isSandbox}
      onBusyChange={rest.onBusyChange}
      onDeposited={setDeposited}
    />
  );
  const byPage = config.rail.canTopUp && <DepositByPage config={config} {...rest} />;
  if (!byAddress && !byPage) return <Notice tone="neutral">{t('deposit.notOffered')}</Notice>;
  if (!byAddress || !byPage) return byAddress || byPage;
  return (
    <Tabs
      label={t('deposit.ways')}
      tabs={[
        { value: 'address', label: t('deposit.byAddress') },
        { value: 'page', label: t('deposit.byPage') },
      ]}
      value={way}
      onChange={(next) => {
        // What is under way keeps its place on screen.
        if (!rest.isBusy) setWay(next);
      }}
    >
      {way === 'address' ? byAddress : byPage}
    </Tabs>
  );
}
