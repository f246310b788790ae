import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/config-query.ts';
import { errorMessage } from '../../api/error-message.ts';
import { walletsQuery } from '../../api/wallets-query.ts';
import { Modal } from '../../ui/modal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import { type WithdrawalStep, WithdrawalFlow } from './withdrawal-flow.tsx';
import styles from './withdrawals.module.css';

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Chosen to begin with, where the dialog opens from one of the wallets. */
  currency?: AssetCode | undefined;
}

/** Where the dialog stands, as it is told by what stands in it. */
const beginning: WithdrawalStep = { name: 'form', isBusy: false };

export function WithdrawDialog({ isOpen, onClose, currency }: WithdrawDialogProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState(beginning);
  const titles: Record<WithdrawalStep['name'], string> = {
    form: t('withdraw.title'),
    review: t('withdraw.reviewTitle'),
    code: t('withdraw.codeTitle'),
    outcome: t('withdraw.outcomeTitle'),
  };
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={titles[step.name]}
      description={step.name === 'form' ? t('withdraw.description') : undefined}
      dismissal={dismissalOf(step)}
      dismissWarning={step.isBusy ? t('withdraw.cannotClose') : t('withdraw.codeWaits')}
    >
      <WithdrawBody currency={currency} onStep={setStep} onDone={onClose} />
    </Modal>
  );
}

/** A press beside the dialog must not lose the code that somebody fetches from elsewhere. */
function dismissalOf({ name, isBusy }: WithdrawalStep) {
  if (isBusy) return 'none';
  return name === 'code' ? 'button' : 'free';
}

interface WithdrawBodyProps {
  currency: AssetCode | undefined;
  onStep: (step: WithdrawalStep) => void;
  onDone: () => void;
}

function WithdrawBody(props: WithdrawBodyProps) {
  const { t } = useTranslation();
  const config = useQuery(configQuery);
  const wallets = useQuery(walletsQuery);
  if (config.data && wallets.data) {
    return <WithdrawalFlow {...props} config={config.data} wallets={wallets.data.wallets} />;
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
