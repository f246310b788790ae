import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/config-query.ts';
import { errorMessage } from '../../api/error-message.ts';
import { walletsQuery } from '../../api/wallets-query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import { addressBookQuery } from './queries.ts';
import { WithdrawalFlow } from './withdrawal-flow.tsx';
import { type WithdrawalStep, WithdrawalModal } from './withdrawal-modal.tsx';
import styles from './withdrawals.module.css';

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Chosen to begin with, where the dialog opens from one of the wallets. */
  currency?: AssetCode | undefined;
  /** Where there is nothing to withdraw, somebody may want to bring something in. */
  onDeposit: (currency: AssetCode) => void;
}

const beginning: WithdrawalStep = { name: 'form', isBusy: false };

export function WithdrawDialog({ isOpen, onClose, currency, onDeposit }: WithdrawDialogProps) {
  const [step, setStep] = useState(beginning);
  return (
    <WithdrawalModal isOpen={isOpen} onClose={onClose} step={step}>
      <WithdrawBody currency={currency} onDeposit={onDeposit} onStep={setStep} onDone={onClose} />
    </WithdrawalModal>
  );
}

interface WithdrawBodyProps {
  currency: AssetCode | undefined;
  onDeposit: (currency: AssetCode) => void;
  onStep: (step: WithdrawalStep) => void;
  onDone: () => void;
}

function WithdrawBody(props: WithdrawBodyProps) {
  const { t } = useTranslation();
  const config = useQuery(configQuery);
  const wallets = useQuery(walletsQuery);
  const book = useQuery(addressBookQuery);
  // What the form begins with hangs on the book; where it can't be loaded, the server refuses what it does not allow.
  if (config.data && wallets.data && !book.isPending) {
    return (
      <WithdrawalFlow
        {...props}
        config={config.data}
        wallets={wallets.data.wallets}
        isBookOnly={book.data?.isAllowListOn ?? false}
      />
    );
  }
  const failed = [config, wallets].find(({ error }) => error !== null);
  if (failed?.error) {
    return (
      <ErrorState
        title={t('withdraw.failedToLoad')}
        message={errorMessage(failed.error, t, { fallback: t('common.pleaseTryAgain') })}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  return (
    <div className={styles.form} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('withdraw.loading')}
      </span>
      <Skeleton height="4.75rem" shape="block" />
      <Skeleton height="4.25rem" shape="block" />
      <Skeleton height="4.25rem" shape="block" />
      <Skeleton height="3.25rem" shape="block" />
    </div>
  );
}
