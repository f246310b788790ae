import type { Balance } from '@mercury/contract/console/people.ts';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import styles from '../console.module.css';
import peopleStyles from './people.module.css';

/** Of a part that is nothing, nothing is said. */
const isSomething = (amount: string): boolean => /[1-9]/.test(amount);

export function BalancesCard({ balances }: { balances: readonly Balance[] }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('people.balances')}>
      <ul className={styles.list}>
        {balances.map(({ currency, balance, ...parts }) => (
          <li key={currency} className={styles.row} data-testid="balance">
            <p className={styles.name}>
              <Money amount={balance} asset={currency} precision="exact" />
            </p>
            <p className={clsx(styles.meta, peopleStyles.parts)}>
              {(['held', 'inOrders', 'pending'] as const)
                .filter((part) => isSomething(parts[part]))
                .map((part, index) => (
                  <span key={part}>
                    {index > 0 && ' · '}
                    {t(`people.${part}`)} <Money amount={parts[part]} asset={currency} precision="exact" />
                  </span>
                ))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
