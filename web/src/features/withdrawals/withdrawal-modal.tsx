import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';

/** Where the dialog stands, as it is told by what stands in it. */
export interface WithdrawalStep {
  name: 'form' | 'review' | 'code' | 'outcome';
  /** Something is under way that the dialog must not be closed on. */
  isBusy: boolean;
}

interface WithdrawalModalProps {
  isOpen: boolean;
  onClose: () => void;
  step: WithdrawalStep;
  children: ReactNode;
}

/** The dialog of a withdrawal, named after the step that it stands at. */
export function WithdrawalModal({ isOpen, onClose, step, children }: WithdrawalModalProps) {
  const { t } = useTranslation();
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
      {children}
    </Modal>
  );
}

/** A press beside the dialog must not lose the code that somebody fetches from elsewhere. */
function dismissalOf({ name, isBusy }: WithdrawalStep) {
  if (isBusy) return 'none';
  return name === 'code' ? 'button' : 'free';
}
