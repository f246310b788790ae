import type { Owed } from '@mercury/contract/console/today.ts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './today.module.css';

/** What customers are owed, beside what the rail says is there. */
export function OwedTable({ owed }: { owed: readonly Owed[] }) {
  const { t } = useTranslation('console');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className={styles.scroll} role="region" aria-label={t('today.owed')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('today.asset')}</th>
            <th scope="col">{t('books.liabilities')}</th>
            <th scope="col">{t('books.railHolds')}</th>
            <th scope="col">{t('today.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {owed.map(({ currency, liabilities, railHolds, difference }) => (
            <tr key={currency} data-testid={`owed-${currency}`}>
              <th scope="row">
                <bdi dir="ltr">{currency}</bdi>
              </th>
              <td>
                <Money amount={liabilities} asset={currency} />
              </td>
              <td>
                {railHolds === null ? t('books.notTold') : <Money amount={railHolds} asset={currency} />}
              </td>
              <td>{difference !== null && <Difference amount={difference} asset={currency} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Difference({ amount, asset }: { amount: string; asset: string }) {
  const { t } = useTranslation('console');
  return (
    <>
      <Money amount={amount} asset={asset} />{' '}
      {amount.startsWith('-') && <Badge tone="failed">{t('today.tooLittle')}</Badge>}
    </>
  );
}
