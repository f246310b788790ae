import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { networkOf } from '@mercury/contract/money/asset.ts';
import { Clock, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './address-book.module.css';

interface AddressRowProps {
  entry: WithdrawalAddress;
  onRemove: () => void;
}

export function AddressRow({ entry, onRemove }: AddressRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { currency, address, memo, label, createdAt, usableFrom } = entry;
  const network = networkOf(currency);
  const name = `\u2068${label}\u2069`;
  return (
    <li className={styles.row} data-testid="withdrawal-address">
      <CoinMark asset={currency} size={32} />
      <div className={styles.about}>
        <div className={styles.name}>
          <bdi>{label}</bdi>
          {usableFrom !== null && (
            <Badge tone="warning">
              <Clock size={14} aria-hidden="true" />
              {t('addressBook.usableFrom', {
                time: formatDateTime(usableFrom, formatTag, { hasTime: true }),
              })}
            </Badge>
          )}
        </div>
        <AddressText address={address} isWhole />
        {memo !== null && memo !== '' && (
          <p className={styles.meta}>
            {t('addressBook.tagOrMemo')} <bdi dir="ltr">{memo}</bdi>
          </p>
        )}
        <p className={styles.meta}>
          {currency}
          {network !== null && <bdi>{network}</bdi>}
          <time dateTime={createdAt}>
            {t('addressBook.added', { time: formatDateTime(createdAt, formatTag, { hasTime: false }) })}
          </time>
        </p>
      </div>
      <div className={styles.rowActions}>
        <CopyButton text={address} label={t('addressBook.copy', { name })} />
        <IconButton label={t('addressBook.remove', { name })} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
