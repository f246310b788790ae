import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RateText } from '../../domain/price-text.tsx';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from './transaction-dialog.module.css';
import { addressLabel, deadlineLabel, endedLabel, givenLabel, hasCost } from './words.ts';

interface TransactionDetailsProps {
  transaction: Transaction;
  counterpartyName: string | undefined;
}

/** Everything that is known of it. Missing facts are left out. */
export function TransactionDetails({ transaction, counterpartyName }: TransactionDetailsProps) {
  const { t } = useTranslation();
  const { counterparty, counterpartyUsername, createdAt, completedAt, id, memo, status } = transaction;
  const { externalReference, waitsUntil } = transaction;
  return (
    <DetailList>
      {transaction.trade === null ? (
        <AmountDetails transaction={transaction} />
      ) : (
        <TradeDetails type={transaction.type} trade={transaction.trade} />
      )}
      <UsdValue transaction={transaction} />
      {counterparty !== null && (
        <Detail label={addressLabel(transaction, t)} isStacked>
          {counterpartyName && <bdi className={styles.name}>{counterpartyName}</bdi>}
          {counterpartyUsername !== null && (
            <bdi dir="ltr" className={styles.username}>
              @{counterpartyUsername}
            </bdi>
          )}
          <Copyable text={counterparty} label={t('transaction.copyAddress')} />
        </Detail>
      )}
      {memo !== null && (
        <Detail label={t('transaction.memo')} isStacked>
          <Copyable text={memo} label={t('transaction.copyMemo')} />
        </Detail>
      )}
      <TransactionNote transaction={transaction} />
      <Confirmations transaction={transaction} />
      {waitsUntil !== null && status === 'PENDING' && (
        <Detail label={deadlineLabel(transaction, t)}>
          <DateText at={waitsUntil} />
        </Detail>
      )}
      <Detail label={t('transaction.createdAt')}>
        <DateText at={createdAt} />
      </Detail>
      {completedAt !== null && (
        <Detail label={endedLabel(transaction, t)}>
          <DateText at={completedAt} />
        </Detail>
      )}
      {externalReference !== null && (
        <Detail label={t('transaction.externalReference')} isStacked>
          <Copyable text={externalReference} label={t('transaction.copyReference')} />
        </Detail>
      )}
      <Detail label={t('transaction.id')} isStacked>
        <Copyable text={id} label={t('transaction.copyId')} />
      </Detail>
    </DetailList>
  );
}

function AmountDetails({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const { type, amount, currency, direction, fee, netAmount } = transaction;
  if (!hasCost(transaction)) {
    return (
      <Detail label={t('transaction.amount')}>
        <Money amount={amount} asset={currency} precision="exact" />
      </Detail>
    );
  }
  return (
    <>
      <Detail label={t('transaction.amount')}>
        <Money amount={amount} asset={currency} precision="exact" />
      </Detail>
      {/* For a withdrawal, the sum of our own fee and the network's. */}
      <Detail label={type === 'WITHDRAW' ? t('transaction.fees') : t('transaction.fee')}>
        <Money amount={fee} asset={currency} precision="exact" />
      </Detail>
      {direction === 'out' && (
        <Detail label={t('transaction.arrives')}>
          <Money amount={netAmount} asset={currency} precision="exact" />
        </Detail>
      )}
    </>
  );
}

interface TradeDetailsProps {
  type: Transaction['type'];
  trade: NonNullable<Transaction['trade']>;
}

/** Both sides of a trade, and the rate between them. */
function TradeDetails({ type, trade }: TradeDetailsProps) {
  const { t } = useTranslation();
  const { fromAmount, fromCurrency, fee, feeCurrency, toAmount, toCurrency, rate, isRecurring, market } =
    trade;
  const feeOf = (currency: string, label: string) =>
    feeCurrency === currency && (
      <Detail label={label}>
        <Money amount={fee} asset={feeCurrency} precision="exact" />
      </Detail>
    );
  return (
    <>
      <Detail label={givenLabel(type, t)}>
        <Money amount={fromAmount} asset={fromCurrency} precision="exact" />
      </Detail>
      {feeOf(fromCurrency, t('trade.feeWithin'))}
      <Detail label={t('trade.history.received')}>
        <Money amount={toAmount} asset={toCurrency} precision="exact" />
      </Detail>
      {feeOf(toCurrency, t('trade.history.afterFee'))}
      <Detail label={market === null ? t('trade.rate') : t('trade.history.meanPrice')}>
        <RateText rate={rate} />
      </Detail>
      {market !== null && (
        <Detail label={t('trade.history.market')}>
          <bdi dir="ltr">{market.replace('-', '/')}</bdi>
        </Detail>
      )}
      {isRecurring && <Detail label={t('trade.history.occasion')}>{t('trade.history.recurring')}</Detail>}
    </>
  );
}

/** Left out where it would only repeat, in whole cents, the dollars that were given. */
function UsdValue({ transaction: { usdValue, trade, currency } }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const given = trade === null ? currency : trade.fromCurrency;
  if (usdValue === null || given === 'USD') return null;
  return (
    <Detail label={t('transaction.usdValue')}>
      <bdi dir="ltr">
        ≈ <Money amount={usdValue} asset="USD" />
      </bdi>
    </Detail>
  );
}

function Confirmations({ transaction: { confirmations } }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (confirmations === null) return null;
  return (
    <Detail label={t('transaction.confirmations')}>
      {t('transaction.confirmationsSeen', {
        // More confirmations than needed mean nothing more.
        seen: formatCount(Math.min(confirmations.seen, confirmations.needed), formatTag),
        needed: formatCount(confirmations.needed, formatTag),
      })}
    </Detail>
  );
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles.copyable}>
      <AddressText address={text} isWhole />
      <CopyButton text={text} label={label} />
    </span>
  );
}

/** Always plain text: an address in a note is no link. */
function TransactionNote({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const { id, note, isNoteFromStranger } = transaction;
  if (note === null || note === '') return null;
  return (
    <Detail label={t('transaction.note')} isStacked>
      {isNoteFromStranger ? (
        <>
          <p className={styles.noteWarning}>{t('transaction.noteFromStranger')}</p>
          {/* Each note is unfolded by itself. */}
          <FoldedNote key={id} note={note} />
        </>
      ) : (
        <bdi>{note}</bdi>
      )}
    </Detail>
  );
}

function FoldedNote({ note }: { note: string }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.unfold}>
        {isOpen ? t('transaction.hideNote') : t('transaction.showNote')}
      </summary>
      <bdi>{note}</bdi>
    </details>
  );
}

/** For paper, where a note can't be folded. */
export function withoutStrangersNote(transaction: Transaction): Transaction {
  return transaction.isNoteFromStranger ? { ...transaction, note: null } : transaction;
}
