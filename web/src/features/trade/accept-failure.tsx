import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { type AddMoney, AddMoneyButton } from './add-money.tsx';
import styles from './trade.module.css';

interface AcceptFailureProps {
  error: Error;
  /** What there was too little of. */
  currency: AssetCode;
  onAddMoney: AddMoney;
}

/** Why nothing was traded, and what to do about it. */
export function AcceptFailure({ error, currency, onAddMoney }: AcceptFailureProps) {
  const { t } = useTranslation();
  const code = error instanceof ApiError ? error.code : undefined;
  return (
    <div className={styles.failure}>
      <Notice tone="failed">
        {errorMessage(error, t, { fallback: t('trade.failed') })}
        {code === 'QuoteUsed' && (
          <>
            {' '}
            <PageLink to={paths.transactions} className={styles.inlineLink}>
              {t('trade.seeTransactions')}
            </PageLink>
          </>
        )}
      </Notice>
      {code === 'InsufficientBalance' && (
        <AddMoneyButton currency={currency} onAddMoney={onAddMoney} variant="secondary" size="small" />
      )}
    </div>
  );
}
