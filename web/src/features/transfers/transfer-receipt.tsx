import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { productName } from '@mercury/contract/product.ts';
import { Printer, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatSeconds } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { SuccessMark } from '../../ui/outcome.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from './transfer-review.module.css';

interface TransferReceiptProps {
  transaction: Transaction;
  /** From the yes to the server's answer. */
  tookMs: number;
  senderAddress: string | undefined;
  recipientName: string | undefined;
  onDone: () => void;
}

export function TransferReceipt({ onDone, tookMs, ...receipt }: TransferReceiptProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { amount, currency } = receipt.transaction;
  return (
    <div className={styles.review} ref={focusOnMount} tabIndex={-1}>
      <div className={styles.success} role="status">
        <SuccessMark />
        <Money amount={amount} asset={currency} size="large" precision="exact" />
        <p className={styles.successText}>{t('transfer.completedText')}</p>
        <p className={styles.successText}>
          {t('transfer.arrivedIn', { seconds: formatSeconds(tookMs, formatTag) })}
        </p>
      </div>
      <ReceiptDetails {...receipt} />
      <KeepReceipt {...receipt} />
      <Button size="large" isFullWidth onClick={onDone}>
        {t('transfer.done')}
      </Button>
      <PrintSheet>
        <h1 className={styles.printedTitle}>
          {productName} · {t('transfer.receiptTitle')}
        </h1>
        <ReceiptDetails {...receipt} isPrinted />
      </PrintSheet>
    </div>
  );
}

type Receipt = Omit<TransferReceiptProps, 'onDone' | 'tookMs'>;

function ReceiptDetails({
  transaction,
  senderAddress,
  recipientName,
  isPrinted = false,
}: Receipt & { isPrinted?: boolean }) {
  const { t } = useTranslation();
  const { amount, currency, counterparty, counterpartyUsername, date, id, note } = transaction;
  return (
    <DetailList>
      {isPrinted && (
        <Detail label={t('transfer.amount')} isStrong>
          <Money amount={amount} asset={currency} precision="exact" />
        </Detail>
      )}
      {senderAddress !== undefined && (
        <Detail label={t('transfer.from')} isStacked>
          <AddressText address={senderAddress} isWhole />
        </Detail>
      )}
      {counterparty !== null && (
        <Detail label={t('transfer.to')} isStacked>
          {recipientName && <bdi className={styles.name}>{recipientName}</bdi>}
          {counterpartyUsername !== null && (
            <bdi dir="ltr" className={styles.username}>
              @{counterpartyUsername}
            </bdi>
          )}
          <AddressText address={counterparty} isWhole />
        </Detail>
      )}
      {note !== null && note !== '' && (
        <Detail label={t('transaction.note')} isStacked>
          <bdi>{note}</bdi>
        </Detail>
      )}
      <Detail label={t('transaction.date')}>
        <DateText at={date} />
      </Detail>
      <Detail label={t('transfer.receipt')} isStacked>
        <span className={styles.copyable}>
          <AddressText address={id} isWhole />
          {!isPrinted && <CopyButton text={id} label={t('transaction.copyId')} />}
        </span>
      </Detail>
    </DetailList>
  );
}

/** Prints the receipt or saves it as a PDF by the browser's own print, or shares it as text with a person who waits for it. */
function KeepReceipt(receipt: Receipt) {
  const { t } = useTranslation();
  const text = useReceiptText(receipt);
  return (
    <div className={styles.keep}>
      <Button
        variant="secondary"
        size="small"
        icon={<Printer size={16} aria-hidden="true" />}
        onClick={() => print()}
      >
        {t('transfer.printReceipt')}
      </Button>
      {'share' in navigator && (
        <Button
          variant="secondary"
          size="small"
          icon={<Share2 size={16} aria-hidden="true" />}
          // Rejected if the person cancels: there is nothing to report.
          onClick={() =>
            void navigator.share({ title: t('transfer.receiptTitle'), text }).catch(() => undefined)
          }
        >
          {t('transfer.shareReceipt')}
        </Button>
      )}
      <CopyButton text={text} label={t('transfer.copyReceipt')} hasVisibleLabel />
    </div>
  );
}

function useReceiptText({ transaction, senderAddress }: Receipt): string {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { amount, currency, counterparty, counterpartyUsername, date, id, note } = transaction;
  const recipient = [counterpartyUsername === null ? null : `@${counterpartyUsername}`, counterparty];
  const lines: readonly (readonly [label: string, content: string | null | undefined])[] = [
    [t('transfer.amount'), moneyText(amount, currency, formatTag, { precision: 'exact' })],
    [t('transfer.from'), senderAddress],
    [t('transfer.to'), recipient.filter((part) => part !== null).join(', ')],
    [t('transaction.note'), note],
    [t('transaction.date'), formatDateTime(date, formatTag, { hasTime: true })],
    [t('transfer.receipt'), id],
  ];
  return [
    `${productName} · ${t('transfer.receiptTitle')}`,
    ...lines.flatMap(([label, content]) => (content ? [`${label}: ${content}`] : [])),
  ].join('\n');
}
