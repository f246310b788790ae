import { coinCode, productName } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/config-query.ts';
import { pricesRefreshMs } from '../../api/market-query.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { formatPrice } from '../../ui/price-format.ts';
import styles from './market-section.module.css';

interface MarketBarProps {
  /** When the prices were last asked for, with or without success. */
  askedAtMs: number;
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** What stands above the coins: the operator's own price, and when the market's are asked for again. */
export function MarketBar({ askedAtMs, isRefreshing, onRefresh }: MarketBarProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const wholeSeconds = pricesRefreshMs / 1000;
  const counted = useSecondsLeft(askedAtMs + pricesRefreshMs);
  // Whoever asks for prices sees the bar begin anew at once, not when they have come.
  const secondsLeft = isRefreshing ? wholeSeconds : Math.min(counted, wholeSeconds);
  return (
    <>
      <div className={styles.bar}>
        <FirmPrice />
        <div className={styles.controls}>
          <span className={styles.left}>
            {isRefreshing
              ? t('market.refreshing')
              : t('market.refreshesIn', { time: formatCountdown(secondsLeft, formatTag) })}
          </span>
          <IconButton
            label={t('market.refresh')}
            aria-disabled={isRefreshing || undefined}
            onClick={() => {
              if (!isRefreshing) onRefresh();
            }}
          >
            <RotateCw
              size={18}
              aria-hidden="true"
              className={styles.turning}
              data-busy={isRefreshing || undefined}
            />
          </IconButton>
        </div>
      </div>
      <div
        className={styles.countdown}
        data-testid="market-countdown"
        data-seconds={secondsLeft}
        aria-hidden="true"
      >
        <span className={styles.elapsed} style={{ transform: `scaleX(${secondsLeft / wholeSeconds})` }} />
      </div>
    </>
  );
}

/** The product's own coin has no market: the operator says what it costs. */
function FirmPrice() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: config } = useQuery(configQuery);
  if (config === undefined) {
    return (
      <div className={styles.firm} aria-hidden="true">
        <span className={styles.bone} data-part="firm" />
      </div>
    );
  }
  const price = `\u2066${formatPrice(config.coinPriceUsd, formatTag)}\u2069`;
  return (
    <p className={styles.firm}>
      <CoinMark asset={coinCode} size={20} />
      <span>{t('market.firmPrice', { price, product: productName })}</span>
    </p>
  );
}
