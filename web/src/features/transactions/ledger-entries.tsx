import type { LedgerLine } from '@mercury/contract/api/transactions.ts';
import { useTranslation } from 'react-i18next';
import { transferKindText } from '../../domain/transfer-kinds.ts';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from './ledger-entries.module.css';

/** What moved in the books: all lines of each movement, which sum to zero; of a trade with many people, one's own lines. */
export function LedgerEntries({ entries }: { entries: readonly LedgerLine[] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  const isOwnSideAlone = entries.every(({ account }) => account === 'available');
  return (
    <details className={styles.ledger}>
      <summary className={styles.summary}>{t('transaction.ledger.title')}</summary>
      <div className={styles.movements}>
        <p className={styles.text}>
          {t(isOwnSideAlone ? 'transaction.ledger.ownText' : 'transaction.ledger.text')}
        </p>
        {movementsOf(entries).map(({ transferId, kind, at, lines }) => (
          <table key={transferId} className={styles.table}>
            <caption className={styles.caption}>
              <span>{transferKindText(kind, t) ?? t('transaction.ledger.otherKind')}</span>
              <span className={styles.quiet}>
                <DateText at={at} />
              </span>
            </caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{t('transaction.ledger.account')}</th>
                <th scope="col">{t('transaction.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <LedgerRow key={`${line.account} ${line.amount}`} line={line} />
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </details>
  );
}

function LedgerRow({ line }: { line: LedgerLine }) {
  const { t } = useTranslation();
  const { account, amount, currency, balanceAfter } = line;
  return (
    <tr>
      <th scope="row" className={styles.account}>
        {t(`transaction.ledger.accounts.${account}`)}
        {balanceAfter !== null && (
          <span className={styles.quiet}>
            {t('transaction.ledger.balanceAfter')}{' '}
            <Money amount={balanceAfter} asset={currency} precision="exact" />
          </span>
        )}
      </th>
      <td className={styles.amount}>
        <Money amount={amount} asset={currency} signs="always" precision="exact" />
      </td>
    </tr>
  );
}

interface Movement {
  transferId: string;
  kind: string;
  at: string;
  lines: LedgerLine[];
}

/** Groups lines by their movement, and keeps the order of the movements. */
export function movementsOf(entries: readonly LedgerLine[]): Movement[] {
  const movements = new Map<string, Movement>();
  for (const line of entries) {
    const { transferId, kind, at } = line;
    const movement = movements.get(transferId) ?? { transferId, kind, at, lines: [] };
    movement.lines.push(line);
    movements.set(transferId, movement);
  }
  return [...movements.values()];
}
