import { coinCode } from '@mercury/contract/product.ts';
import { ArrowUpRight, Plus, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './hero-preview.module.css';

/** A preview of the product, built from its own components: sharp at every size, correct in every language. */
export function HeroPreview() {
  const { t } = useTranslation();
  const rows = [
    { Icon: Plus, label: t('landing.previewTopUp'), amount: '438.5964', asset: coinCode, isPending: true },
    { Icon: Repeat, label: t('landing.previewBought'), amount: '0.0021', asset: 'BTC', isPending: false },
    {
      Icon: ArrowUpRight,
      label: t('landing.previewSent'),
      amount: '-36.50',
      asset: 'USDT',
      isPending: false,
    },
  ] as const;
  return (
    <div className={styles.preview} aria-hidden="true">
      <svg className={styles.drops} viewBox="0 0 480 480">
        <defs>
          <radialGradient id="drop-light" cx="0.34" cy="0.26" r="0.95">
            <stop className={styles.high} />
            <stop className={styles.mid} offset="0.5" />
            <stop className={styles.low} offset="1" />
          </radialGradient>
        </defs>
        <g fill="url(#drop-light)">
          <circle cx="352" cy="126" r="98" />
          <circle cx="128" cy="374" r="58" />
          <circle cx="464" cy="262" r="12" />
          <circle cx="224" cy="58" r="17" />
        </g>
      </svg>
      <div className={styles.card}>
        <div className={styles.balance}>
          <span className={styles.label}>{t('landing.previewBalance')}</span>
          <Money amount="732.16" asset="USD" size="display" />
          <span className={styles.fiat}>
            <Money amount="1284.50" asset={coinCode} />
          </span>
        </div>
        <ul className={styles.rows}>
          {rows.map(({ Icon, label, amount, asset, isPending }) => (
            <li key={label} className={styles.row}>
              <span className={styles.mark}>
                <CoinMark asset={asset} size={36} />
                <span className={styles.direction}>
                  <Icon size={12} strokeWidth={2.25} />
                </span>
              </span>
              <span className={styles.rowLabel}>
                {label}
                <Badge tone={isPending ? 'pending' : 'completed'}>
                  {isPending ? t('landing.previewPending') : t('landing.previewCompleted')}
                </Badge>
              </span>
              <Money amount={amount} asset={asset} signs="always" isPending={isPending} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
