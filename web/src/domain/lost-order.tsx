import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../i18n/use-locale.ts';
import { AddressText } from '../ui/address-text.tsx';
import { Button } from '../ui/button.tsx';
import { moneyText } from '../ui/money-parts.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './lost-order.module.css';

interface LostOrderProps {
  amount: string;
  currency: AssetCode;
  address: string;
  /** Leads to the review of the same order. */
  onFinish: () => void;
}

/** An order without an answer, above the form for the next one: its money may have left, so the balance alone tells nothing. */
export function LostOrder({ amount, currency, address, onFinish }: LostOrderProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <div className={styles.lost}>
      <Notice tone="warning">
        {t('lostOrder.offered', { amount: moneyText(amount, currency, formatTag) })}{' '}
        <AddressText address={address} />
      </Notice>
      <Button variant="secondary" size="small" onClick={onFinish}>
        {t('lostOrder.check')}
      </Button>
    </div>
  );
}
