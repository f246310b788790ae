import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useTranslation } from 'react-i18next';
import { shortAddress } from '../../ui/address-text.tsx';
import { Money } from '../../ui/money.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { TransactionIcon } from './transaction-icon.tsx';
import styles from './transaction-row.module.css';
import { signedAmount, signsOf, statusTone, transactionTitle } from './words.ts';

/** The amount beside it needs the room more. */
const rowCharactersKept = { start: 8, end: 4 };

interface TransactionRowProps {
  transaction: Transaction;
  /** The contact's name of the other side, where it is a contact's. */
  counterpartyName: string | undefined;
  onOpen: () => void;
}

export function TransactionRow({ transaction, counterpartyName, onOpen }: TransactionRowProps) {
  const { t } = useTranslation();
  const tone = statusTone(transaction.status);
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen} data-testid="transaction">
        <span className={styles.icon}>
          <TransactionIcon transaction={transaction} />
        </span>
        <span className={styles.what}>
          <span className={styles.title}>{transactionTitle(transaction, t)}</span>
          <span className={styles.about}>
            {transaction.counterparty !== null && (
              <span className={styles.counterparty} dir="auto">
                {counterpartyName ?? (
                  <bdi dir="ltr" className={styles.address}>
                    {shortAddress(transaction.counterparty, rowCharactersKept)}
                  </bdi>
                )}
              </span>
            )}
            <span className={styles.quiet}>
              <TimeAgo at={transaction.date} />
            </span>
          </span>
        </span>
        <span className={styles.amount}>
          <span className={styles.money} data-tone={tone} data-direction={transaction.direction}>
            <Money
              amount={signedAmount(transaction)}
              asset={transaction.currency}
              signs={signsOf(transaction)}
            />
          </span>
          <span className={styles.status} data-tone={tone}>
            {transaction.state === 'completed'
              ? t(`transaction.status.${tone}`)
              : t(`transaction.state.${transaction.state}`)}
          </span>
        </span>
      </button>
    </li>
  );
}
