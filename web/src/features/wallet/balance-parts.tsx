import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IndicativeMark } from '../../domain/price-marks.tsx';
import { Money, ShortMoney } from '../../ui/money.tsx';
import styles from './balance-parts.module.css';

/** The parts of a balance that are not zero: available, held, and on its way. */
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
              <ShortMoney amount={availableBalance} asset={currency} />
            </dd>
          </div>
          <div className={styles.part}>
            <dt>{t('wallet.held')}</dt>
            <dd>
              <ShortMoney amount={held} asset={currency} />
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
            <ShortMoney amount={pendingBalance} asset={currency} isPending />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The wallet's worth at the present price, marked if that is not a market's. Renders nothing if the price is unknown. */
export function UsdValue({ wallet }: { wallet: Wallet }) {
  if (wallet.usdValue === null) return null;
  return (
    <p className={styles.value}>
      <bdi dir="ltr">
        ≈ <Money amount={wallet.usdValue} asset="USD" precision="short" />
      </bdi>
      {wallet.isUsdValueIndicative && <IndicativeMark />}
    </p>
  );
}

/** True above zero, for a decimal of the API. */
export function hasAmount(decimal: string): boolean {
  return /[1-9]/.test(decimal);
}

/** A total is as rough as its roughest part. Parts without worth do not count. */
export function isTotalIndicative(
  wallets: readonly Pick<Wallet, 'usdValue' | 'isUsdValueIndicative'>[],
): boolean {
  return wallets.some(
    ({ usdValue, isUsdValueIndicative }) => isUsdValueIndicative && usdValue !== null && hasAmount(usdValue),
  );
}

/** The held part of the balance: not available while a withdrawal or an order waits. */
export function heldOf({
  currency,
  balance,
  availableBalance,
}: Pick<Wallet, 'currency' | 'balance' | 'availableBalance'>): string {
  const whole = parseAmount(currency, balance)?.minorUnits ?? 0n;
  const available = parseAmount(currency, availableBalance)?.minorUnits ?? 0n;
  return formatAmount(amountOf(currency, whole - available));
}
