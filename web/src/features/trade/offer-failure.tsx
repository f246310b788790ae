import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './trade.module.css';
import { isAboutAmount } from './use-amount-problem.ts';

interface OfferFailureProps {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Why there is no offer. What is wrong with the amount stands under its field. */
export function OfferFailure({ error, isRetrying, onRetry }: OfferFailureProps) {
  const { t } = useTranslation();
  if (isAboutAmount(error)) return null;
  return (
    <div className={styles.failure}>
      <Notice tone="failed">{errorMessage(error, t, { fallback: t('trade.failedToQuote') })}</Notice>
      <Button variant="secondary" size="small" isBusy={isRetrying} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
