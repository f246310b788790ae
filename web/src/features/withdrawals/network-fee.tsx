import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { type Price, valueInUsd } from '@mercury/contract/money/price.ts';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/money.tsx';
import styles from './withdrawals.module.css';

interface NetworkFeeProps {
  /** Undefined if there is none. */
  fee: string | undefined;
  currency: AssetCode;
  price: Price | undefined;
}

/** What the network costs, and about how much that is in US dollars. */
export function NetworkFee({ fee, currency, price }: NetworkFeeProps) {
  const { t } = useTranslation();
  if (fee === undefined) return t('withdraw.none');
  const worth = worthOf(fee, price);
  return (
    <>
      <Money amount={fee} asset={currency} />{' '}
      {worth !== undefined && (
        <bdi dir="ltr" className={styles.worth}>
          ≈ <Money amount={worth} asset="USD" />
        </bdi>
      )}
    </>
  );
}

function worthOf(fee: string, price: Price | undefined): string | undefined {
  const amount = price && parseAmount(price.asset, fee);
  return amount && formatAmount(valueInUsd(amount, price, 'half-even'));
}
