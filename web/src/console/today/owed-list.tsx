import type { Owed } from '@mercury/contract/console/today.ts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './today.module.css';

/** What customers are owed, beside what the rail says is there. By currency, since 18 decimals in three columns fit no phone. */
export function OwedList({ owed }: { owed: readonly Owed[] }) {
  const { t } = useTranslation('console');
  return (
    <ul className={styles.figures}>
      {owed.map(({ currency, liabilities, railHolds, difference }) => (
        <li key={currency} className={styles.figure} data-testid={`owed-${currency}`}>
          <h3 className={styles.name}>
            <bdi dir="ltr">{currency}</bdi>
          </h3>
          <DetailList>
            <Detail label={t('books.liabilities')}>
              <Money amount={liabilities} asset={currency} />
            </Detail>
            {difference !== null && (
              <Detail label={t('today.difference')}>
                <Money amount={difference} asset={currency} />{' '}
                {difference.startsWith('-') && <Badge tone="failed">{t('today.tooLittle')}</Badge>}
              </Detail>
            )}
            <Detail label={t('books.railHolds')}>
              {railHolds === null ? t('books.notTold') : <Money amount={railHolds} asset={currency} />}
            </Detail>
          </DetailList>
        </li>
      ))}
    </ul>
  );
}
