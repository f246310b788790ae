import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IndicativeMark } from '../../domain/price-marks.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './balance-parts.module.css';

/** How a balance divides into what can be used and what is held, and what is on its way to it; only what there is. */
export function BalanceParts({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation();
  const { currency, availableBalance, pendingBalance } = wallet;
  const held = heldOf(wallet);
  const isPending = hasAmount(pendingBalance);
  if (!hasAmount(held) && !isPending) return null;
  return (
    <dl className={styles.parts}>
      {hasAmount(held) && (
        <>
          <div className={styles.part}>
            <dt>{t('wallet.available')}</dt>
            <dd>
              <Money amount={availableBalance} asset={currency} />
            </dd>
          </div>
          <div className={styles.part}>
            <dt>{t('wallet.held')}</dt>
            <dd>
              <Money amount={held} asset={currency} />
            </dd>
          </div>
        </>
      )}
      {isPending && (
        <div className={styles.part} data-tone="pending">
          <dt>
            <Hourglass size={14} aria-hidden="true" />
            {t('wallet.onItsWay')}
          </dt>
          <dd>
            <Money amount={pendingBalance} asset={currency} isPending />
          </dd>
        </div>
      )}
    </dl>
  );
}

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

/** True above zero, of a decimal as it travels. */
export function hasAmount(decimal: string): boolean {
  return /[1-9]/.test(decimal);
}

/** A total is as rough as its roughest part; what adds nothing to it takes nothing from it either. */
export function isTotalIndicative(
  wallets: readonly Pick<Wallet, 'usdValue' | 'isUsdValueIndicative'>[],
): boolean {
  return wallets.some(
    ({ usdValue, isUsdValueIndicative }) => isUsdValueIndicative && usdValue !== null && hasAmount(usdValue),
  );
}

/** What is held: part of the balance, and not to be used while a withdrawal or an order waits. */
export function heldOf({
  currency,
  balance,
  availableBalance,
}: Pick<Wallet, 'currency' | 'balance' | 'availableBalance'>): string {
  const whole = parseAmount(currency, balance)?.minorUnits ?? 0n;
  const available = parseAmount(currency, availableBalance)?.minorUnits ?? 0n;
  return formatAmount(amountOf(currency, whole - available));
}
