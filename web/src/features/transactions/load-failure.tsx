import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { ErrorState } from '../../ui/state-message.tsx';

interface LoadFailureProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

export function LoadFailure({ error, onRetry, isRetrying }: LoadFailureProps) {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t('transaction.failedToLoadTransactions')}
      message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  );
}
