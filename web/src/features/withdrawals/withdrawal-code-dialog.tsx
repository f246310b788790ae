import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { withdrawalVerifications } from '@mercury/contract/api/withdrawals.ts';
import { useState } from 'react';
import { type WithdrawalStep, WithdrawalModal } from './withdrawal-modal.tsx';
import { WithdrawalProgress } from './withdrawal-progress.tsx';

interface WithdrawalCodeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A withdrawal that waits for its code since its own dialog was closed, or the page was left. */
  transaction: Transaction;
  verification: (typeof withdrawalVerifications)[number];
}

export function WithdrawalCodeDialog({
  isOpen,
  onClose,
  transaction,
  verification,
}: WithdrawalCodeDialogProps) {
  const [step, setStep] = useState<WithdrawalStep>({ name: 'code', isBusy: false });
  return (
    <WithdrawalModal isOpen={isOpen} onClose={onClose} step={step}>
      <WithdrawalProgress reply={{ transaction, verification }} onStep={setStep} onDone={onClose} />
    </WithdrawalModal>
  );
}
