import type { ListedWithdrawal, SettledItem } from '@mercury/contract/console/withdrawals.ts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import styles from '../console.module.css';

interface SettledListProps {
  withdrawals: readonly ListedWithdrawal[];
  settled: readonly SettledItem[];
  onClose: () => void;
}

/** What happened to each. */
export function SettledList({ withdrawals, settled, onClose }: SettledListProps) {
  const { t } = useTranslation('console');
  return (
    <div className={styles.stack} role="status">
      <ul className={styles.list}>
        {withdrawals.map(({ id, arrives, currency, account }) => {
          const item = settled.find((each) => each.id === id);
          if (item === undefined) return null;
          return (
            <li key={id} className={styles.row} data-testid="settled">
              <div className={styles.about}>
                <p className={styles.name}>
                  <Money amount={arrives} asset={currency} precision="all" /> <bdi>{account.username}</bdi>
                  <Badge tone={item.refusal === null ? 'completed' : 'failed'}>
                    {item.refusal === null ? t('withdrawals.isDone') : t('withdrawals.isRefused')}
                  </Badge>
                </p>
                {item.refusal !== null && <p className={styles.meta}>{item.refusal.message}</p>}
                {item.state !== null && (
                  <p className={styles.meta}>
                    {t('withdrawals.isNow', { state: t(`withdrawals.states.${item.state}`) })}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <Button variant="secondary" onClick={onClose}>
        {t('withdrawals.close')}
      </Button>
    </div>
  );
}
