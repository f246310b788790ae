import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { IndicativeMark } from '../../ui/indicative-mark.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './usd-value.module.css';

/** What the wallet is worth at the present price, marked where that price is no market's; nothing where nobody knows. */
export function UsdValue({ wallet }: { wallet: Wallet }) {
  if (wallet.usdValue === null) return null;
  return (
    <p className={styles.value}>
      <bdi dir="ltr">
        ≈ <Money amount={wallet.usdValue} asset="USD" />
      </bdi>
      {wallet.isUsdValueIndicative && <IndicativeMark />}
    </p>
  );
}
