import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/money.tsx';
import { hasAmount, heldOf } from './amounts.ts';
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
