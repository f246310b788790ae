import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { useEffect } from 'react';
import { useFollowedTransaction } from '../../api/use-followed-transaction.ts';
import { CodeStep } from './code-step.tsx';
import { useVerifyWithdrawal } from './use-withdrawal.ts';
import type { WithdrawalStep } from './withdrawal-modal.tsx';
import { WithdrawalOutcome } from './withdrawal-outcome.tsx';

interface WithdrawalProgressProps {
  reply: Pick<ReplyOf<typeof withdraw>, 'transaction' | 'verification'>;
  onStep: (step: WithdrawalStep) => void;
  onDone: () => void;
}

/** What comes after the reply: its code where one is wanted, then what becomes of it while somebody looks. */
export function WithdrawalProgress({ reply, onStep, onDone }: WithdrawalProgressProps) {
  const transaction = useFollowedTransaction(reply.transaction);
  // Stands here, where it outlives the step that it ends.
  const verify = useVerifyWithdrawal(reply.transaction);
  const isBusy = verify.isPending;
  const isCodeWanted = transaction.state === 'awaiting_confirmation' && reply.verification !== null;
  useEffect(() => {
    onStep({ name: isCodeWanted ? 'code' : 'outcome', isBusy });
  }, [isBusy, isCodeWanted, onStep]);
  if (isCodeWanted && reply.verification !== null) {
    return <CodeStep transaction={transaction} verification={reply.verification} verify={verify} />;
  }
  return <WithdrawalOutcome transaction={transaction} onDone={onDone} />;
}
