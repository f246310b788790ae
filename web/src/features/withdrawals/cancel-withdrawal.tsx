import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useCancelWithdrawal } from '../../domain/use-cancel-withdrawal.ts';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';

interface CancelWithdrawalProps {
  transaction: Transaction;
  isDisabled?: boolean;
}

/** Cancels a withdrawal that has not been sent. It asks for no confirmation: the money stays, and the form is close by. */
export function CancelWithdrawal({ transaction, isDisabled = false }: CancelWithdrawalProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useCancelWithdrawal(transaction);
  if (!transaction.canCancel) return null;
  return (
    <>
      {error && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
      <OnlineButton
        variant="ghost"
        isFullWidth
        disabled={isDisabled}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        {t('withdraw.cancel')}
      </OnlineButton>
    </>
  );
}
