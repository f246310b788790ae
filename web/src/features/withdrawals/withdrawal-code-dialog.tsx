import type { withdrawalVerifications } from '@mercury/contract/api/withdrawals.ts';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { transactionQuery } from '../../domain/transactions.ts';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { WithdrawalModal, WithdrawalProgress, type WithdrawalStep } from './withdrawal-modal.tsx';

interface WithdrawalCodeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A withdrawal that still waits for its code after its dialog was closed or the page was left. */
  transactionId: string;
  verification: (typeof withdrawalVerifications)[number];
}

const beginning: WithdrawalStep = { name: 'waiting', isBusy: false };

export function WithdrawalCodeDialog({ isOpen, onClose, ...rest }: WithdrawalCodeDialogProps) {
  const [step, setStep] = useState(beginning);
  return (
    <WithdrawalModal isOpen={isOpen} onClose={onClose} step={step}>
      <WaitingWithdrawal {...rest} onStep={setStep} onDone={onClose} />
    </WithdrawalModal>
  );
}

interface WaitingWithdrawalProps extends Pick<WithdrawalCodeDialogProps, 'transactionId' | 'verification'> {
  onStep: (step: WithdrawalStep) => void;
  onDone: () => void;
}

function WaitingWithdrawal({ transactionId, verification, onStep, onDone }: WaitingWithdrawalProps) {
  const { t } = useTranslation();
  const query = useQuery(transactionQuery(transactionId));
  const isMissing = query.error instanceof ApiError && query.error.code === 'NotFound';
  if (query.data === undefined && isMissing) return <MissingWithdrawal />;
  return (
    <QueryState
      query={query}
      skeleton={<FormSkeleton label={t('withdraw.loadingOne')} heights={['4.25rem', '3.25rem']} />}
      failedTitle={t('withdraw.failedToLoadOne')}
      errorMessage={errorMessage}
    >
      {({ transaction }) =>
        transaction.type === 'WITHDRAW' ? (
          <WithdrawalProgress reply={{ transaction, verification }} onStep={onStep} onDone={onDone} />
        ) : (
          <MissingWithdrawal />
        )
      }
    </QueryState>
  );
}

/** A link to another person's withdrawal, or to none. */
function MissingWithdrawal() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<SearchX size={24} />} title={t('withdraw.missing')}>
      {t('withdraw.missingText')}
    </EmptyState>
  );
}
