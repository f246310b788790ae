import type { RecurringBuy } from '@mercury/contract/api/recurring-buys.ts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import formStyles from '../../ui/form.module.css';
import { moneyText } from '../../ui/money-parts.ts';
import { toast } from '../../ui/toast.ts';
import { useDeleteRecurringBuy } from './queries.ts';

interface DeleteRecurringBuyDialogProps {
  buy: RecurringBuy;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteRecurringBuyDialog({ buy, isOpen, onClose }: DeleteRecurringBuyDialogProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { mutate, error, isPending } = useDeleteRecurringBuy();

  function remove() {
    mutate(buy.id, {
      onSuccess: () => {
        toast.success(t('recurringBuys.deleted'));
        onClose();
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('recurringBuys.deleteTitle')}
      description={t('recurringBuys.deleteText')}
      confirmLabel={t('recurringBuys.confirmDelete')}
      onConfirm={remove}
      isBusy={isPending}
      problem={error && errorMessage(error, t)}
      needsConnection
    >
      <p className={formStyles.summary}>
        {t('recurringBuys.order', {
          amount: moneyText(buy.amount, buy.fromCurrency, formatTag),
          coin: buy.toCurrency,
        })}
      </p>
    </ConfirmDialog>
  );
}
