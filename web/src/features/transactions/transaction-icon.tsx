import type { Transaction, TransactionType } from '@mercury/contract/api/transactions.ts';
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, Plus, ShoppingCart, Tag } from 'lucide-react';
import styles from './transaction-icon.module.css';

type IconName = Exclude<TransactionType, 'TRANSFER'> | 'SENT' | 'RECEIVED';

const icons: Readonly<Record<IconName, typeof Plus>> = {
  BUY: ShoppingCart,
  SELL: Tag,
  DEPOSIT: ArrowDownLeft,
  WITHDRAW: ArrowUpRight,
  EXCHANGE: ArrowLeftRight,
  TOPUP: Plus,
  SENT: ArrowUpRight,
  RECEIVED: ArrowDownLeft,
};

function iconNameOf({ type, direction }: Transaction): IconName {
  if (type !== 'TRANSFER') return type;
  return direction === 'out' ? 'SENT' : 'RECEIVED';
}

/** Decorative: the title beside it says the same. */
export function TransactionIcon({ transaction }: { transaction: Transaction }) {
  const Icon = icons[iconNameOf(transaction)];
  return (
    <span className={styles.icon} data-direction={transaction.direction} data-status={transaction.status}>
      <Icon size={20} aria-hidden="true" className="flip-in-rtl" />
    </span>
  );
}
