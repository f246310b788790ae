import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../ui/address-text.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { remainingAfter } from './draft.ts';
import type { TransferEntry } from './entry.ts';
import styles from './transfer-review.module.css';

/** The specification knows no fee but the withdrawal's (section 9): a transfer arrives whole, as the server books it. */
const transferFee = '0';

interface TransferSummaryProps {
  entry: TransferEntry;
  wallet: Wallet;
  recipientName: string | undefined;
}

export function TransferSummary({ entry, wallet, recipientName }: TransferSummaryProps) {
  const { t } = useTranslation();
  const remaining = remainingAfter(entry.amount, {
    currency: wallet.currency,
    availableBalance: wallet.availableBalance,
    ownAddress: wallet.address,
  });
  return (
    <DetailList>
      <Detail label={t('transfer.youSend')} isStrong>
        <Money amount={entry.amount} asset={wallet.currency} />
      </Detail>
      <Detail label={t('transfer.fee')}>
        <Money amount={transferFee} asset={wallet.currency} />
      </Detail>
      <Detail label={t('transfer.recipientGets')} isStrong>
        <Money amount={entry.amount} asset={wallet.currency} />
      </Detail>
      <Detail label={t('transfer.to')} isStacked>
        {recipientName && <bdi className={styles.name}>{recipientName}</bdi>}
        <AddressText address={entry.recipientAddress.trim()} isWhole />
      </Detail>
      {entry.note.trim() !== '' && (
        <Detail label={t('transaction.note')} isStacked>
          <bdi>{entry.note.trim()}</bdi>
        </Detail>
      )}
      {remaining !== undefined && (
        <Detail label={t('transfer.balanceAfter')}>
          <Money amount={remaining} asset={wallet.currency} />
        </Detail>
      )}
    </DetailList>
  );
}
