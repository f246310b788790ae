import type { RecurringBuy } from '@mercury/contract/api/recurring-buys.ts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import formStyles from '../../ui/form.module.css';
import { Modal } from '../../ui/modal.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteRecurringBuy } from './use-recurring-buys.ts';

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
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('recurringBuys.deleteTitle')}
      description={t('recurringBuys.deleteText')}
    >
      <div className={formStyles.form}>
        <p className={formStyles.summary}>
          {t('recurringBuys.order', {
            amount: moneyText(buy.amount, buy.fromCurrency, formatTag),
            coin: buy.toCurrency,
          })}
        </p>
        {error && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
        <div className={formStyles.pair}>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <OnlineButton variant="danger" isBusy={isPending} onClick={remove}>
            {t('recurringBuys.confirmDelete')}
          </OnlineButton>
        </div>
      </div>
    </Modal>
  );
}
