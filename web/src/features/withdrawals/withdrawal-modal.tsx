import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowedTransaction } from '../../domain/transactions.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeStep } from './code-step.tsx';
import { useVerifyWithdrawal } from './use-withdrawal.ts';
import { WithdrawalOutcome } from './withdrawal-outcome.tsx';

/** The dialog's step, which its content reports. */
export interface WithdrawalStep {
  name: 'waiting' | 'form' | 'review' | 'code' | 'outcome';
  /** Something runs during which the dialog must not close. */
  isBusy: boolean;
}

const codeWaitsId = 'withdrawal-code-waits';

interface WithdrawalModalProps {
  isOpen: boolean;
  onClose: () => void;
  step: WithdrawalStep;
  children: ReactNode;
}

/** The dialog of a withdrawal. Its title names the step. */
export function WithdrawalModal({ isOpen, onClose, step, children }: WithdrawalModalProps) {
  const { t } = useTranslation();
  const titles: Record<WithdrawalStep['name'], string> = {
    waiting: t('withdraw.codeTitle'),
    form: t('withdraw.title'),
    review: t('withdraw.reviewTitle'),
    code: t('withdraw.codeTitle'),
    outcome: t('withdraw.outcomeTitle'),
  };
  const isCodeWanted = step.name === 'code';
  const leave = useEffectEvent(() => {
    if (isCodeWanted) toast.info(t('withdraw.codeWaits'), { id: codeWaitsId });
  });
  // However it was left: the money is on hold until then.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) leave();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={titles[step.name]}
      description={step.name === 'form' ? t('withdraw.description') : undefined}
      dismissal={dismissalOf(step)}
      dismissWarning={step.isBusy ? t('withdraw.cannotClose') : t('withdraw.codeWaits')}
    >
      {children}
    </Modal>
  );
}

/** A press beside the dialog must not close it while the person fetches the code from elsewhere. */
function dismissalOf({ name, isBusy }: WithdrawalStep) {
  if (isBusy) return 'none';
  return name === 'code' ? 'deliberate' : 'free';
}

interface WithdrawalProgressProps {
  reply: Pick<ReplyOf<typeof withdraw>, 'transaction' | 'verification'>;
  onStep: (step: WithdrawalStep) => void;
  onDone: () => void;
}

/** After the reply: the code, if one is needed, then the withdrawal's progress. */
export function WithdrawalProgress({ reply, onStep, onDone }: WithdrawalProgressProps) {
  const transaction = useFollowedTransaction(reply.transaction);
  // Here, because it must outlive the step that it ends.
  const verify = useVerifyWithdrawal(reply.transaction);
  const isBusy = verify.isPending;
  const isCodeWanted = transaction.state === 'awaiting_confirmation' && reply.verification !== null;
  useLayoutEffect(() => {
    onStep({ name: isCodeWanted ? 'code' : 'outcome', isBusy });
  }, [isBusy, isCodeWanted, onStep]);
  if (isCodeWanted && reply.verification !== null) {
    return <CodeStep transaction={transaction} verification={reply.verification} verify={verify} />;
  }
  return <WithdrawalOutcome transaction={transaction} onDone={onDone} />;
}
