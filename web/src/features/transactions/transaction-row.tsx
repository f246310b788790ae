import type { Transaction, TransactionType } from '@mercury/contract/api/transactions.ts';
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, Plus, ShoppingCart, Tag, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { otherSideOf } from '../../domain/transactions.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { errorMessage } from '../../api/error-message.ts';
import { shortAddress } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import styles from './transaction-row.module.css';
import { useClaim } from './use-claim.ts';
import {
  attentionText,
  otherSideOfTrade,
  signedAmount,
  signsOf,
  statusText,
  toneOf,
  tradedForKey,
  transactionTitle,
} from './words.ts';

/** Few characters, because the amount beside it needs the room more. */
const rowCharactersKept = { start: 8, end: 4 };

interface TransactionRowProps {
  transaction: Transaction;
  /** The contact's name of the other side, if it is a contact. */
  counterpartyName: string | undefined;
  onOpen: () => void;
}

export function TransactionRow({ transaction, counterpartyName, onOpen }: TransactionRowProps) {
  const { t } = useTranslation();
  const tone = toneOf(transaction);
  const attention = attentionText(transaction, t);
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} onClick={onOpen} data-testid="transaction">
        <span className={styles.icon}>
          <TransactionIcon transaction={transaction} />
        </span>
        <span className={styles.what}>
          <span className={styles.title}>{transactionTitle(transaction, t)}</span>
          <span className={styles.about}>
            <Counterparty transaction={transaction} name={counterpartyName} />
            <TradedFor transaction={transaction} />
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
              precision="short"
            />
          </span>
          <span className={styles.status} data-tone={tone}>
            {statusText(transaction, t)}
            {attention && <Badge tone="warning">{attention}</Badge>}
          </span>
        </span>
      </button>
      {transaction.canClaim && <ClaimButton transaction={transaction} />}
    </li>
  );
}

function Counterparty({ transaction, name }: { transaction: Transaction; name: string | undefined }) {
  const address = otherSideOf(transaction);
  const { counterpartyUsername: username } = transaction;
  if (address === null) return null;
  return (
    <span className={styles.counterparty} dir="auto">
      {name ?? (
        <bdi dir="ltr" className={styles.address}>
          {username === null ? shortAddress(address, rowCharactersKept) : `@${username}`}
        </bdi>
      )}
    </span>
  );
}

/** The other side of a trade, and whether it ran automatically. */
function TradedFor({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const other = otherSideOfTrade(transaction);
  if (other === null) return null;
  const amount = moneyText(other.amount, other.currency, formatTag, { precision: 'short' });
  return <span className={styles.counterparty}>{t(tradedForKey(transaction), { amount })}</span>;
}

/** Beside the row, because a button can't contain a button. */
function ClaimButton({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useClaim(transaction);
  return (
    <>
      <OnlineButton size="small" variant="secondary" isBusy={isPending} onClick={() => mutate()}>
        {t('transaction.claim.button')}
      </OnlineButton>
      {error && (
        <ProblemLine>{errorMessage(error, t, { fallback: t('transaction.claim.failed') })}</ProblemLine>
      )}
    </>
  );
}

type IconName = Exclude<TransactionType, 'TRANSFER'> | 'SENT' | 'RECEIVED';

const icons: Readonly<Record<IconName, typeof Plus>> = {
  BUY: ShoppingCart,
  SELL: Tag,
  DEPOSIT: ArrowDownLeft,
  WITHDRAW: ArrowUpRight,
  EXCHANGE: ArrowLeftRight,
  TOPUP: Plus,
  CORRECTION: Undo2,
  SENT: ArrowUpRight,
  RECEIVED: ArrowDownLeft,
};

function iconNameOf({ type, direction }: Transaction): IconName {
  if (type !== 'TRANSFER') return type;
  return direction === 'out' ? 'SENT' : 'RECEIVED';
}

/** Decorative: the title beside it says the same. */
function TransactionIcon({ transaction }: { transaction: Transaction }) {
  const Icon = icons[iconNameOf(transaction)];
  return (
    <span className={styles.disc} data-direction={transaction.direction} data-tone={toneOf(transaction)}>
      <Icon size={20} aria-hidden="true" className="flip-in-rtl" />
    </span>
  );
}
