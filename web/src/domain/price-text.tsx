import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { ArrowDownRight, ArrowUpRight, History, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatTimeAgo } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import styles from './price-text.module.css';
import { directionOf, formatChange, formatCompact, formatPrice, rateDigits } from './prices.ts';

/** A price in US dollars, from left to right in every language. */
export function PriceText({ price }: { price: string }) {
  const formatTag = useFormatTag();
  return (
    <bdi dir="ltr" className={styles.figure}>
      {formatPrice(price, formatTag)}
    </bdi>
  );
}

/** A large sum of US dollars in short. */
export function LargeSum({ usd }: { usd: string }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  // Its words have the direction of their language.
  return <bdi className={styles.figure}>{t('market.usd', { figure: formatCompact(usd, formatTag) })}</bdi>;
}

/** Nothing stands before an even change: a dash would be read as its sign. */
const icons = { up: ArrowUpRight, down: ArrowDownRight, level: undefined } as const;

interface ChangeTextProps {
  /** Null if unknown. */
  percent: string | number | null;
}

/** A change in percent. Sign and arrow repeat what the colour says. */
export function ChangeText({ percent }: ChangeTextProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (percent === null) {
    return (
      <span className={styles.change}>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">{t('market.changeUnknown')}</span>
      </span>
    );
  }
  const direction = directionOf(Number(percent));
  const Icon = icons[direction];
  return (
    <span className={styles.change} data-direction={direction}>
      {Icon && <Icon size={14} aria-hidden="true" />}
      <bdi dir="ltr" className={styles.figure}>
        {formatChange(percent, formatTag)}
      </bdi>
    </span>
  );
}

interface RateTextProps {
  /** One whole unit of `base` costs `value` of `quote`. A decimal as the API gives it. */
  rate: { base: AssetCode; quote: AssetCode; value: string };
}

/** "1 BTC = 64,120.55 USD", kept left to right like all amounts. */
export function RateText({ rate: { base, quote, value } }: RateTextProps) {
  const formatTag = useFormatTag();
  return (
    <bdi dir="ltr">
      {formatCount(1, formatTag)}&nbsp;{base} = {rateDigits(value, formatTag)}&nbsp;{quote}
    </bdi>
  );
}

interface OriginNoteProps {
  /** A market, or made-up prices. */
  source: 'live' | 'pretend';
  asOf: string;
  isStale: boolean;
  /** The market's service, where it wants to be named. */
  providedBy?: string | undefined;
}

/** Ages update once a minute. */
const ageRefreshMs = 60_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ageRefreshMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Names the source of prices, and warns about those that are made up or old. */
export function OriginNote({ source, asOf, isStale, providedBy }: OriginNoteProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const now = useNow();
  // Stale by the server's word, or because the server has not answered since.
  const isOld = isStale || now - Date.parse(asOf) > limits.marketStaleAfterMs;
  return (
    <>
      {isOld && (
        <p className={styles.note} data-tone="warning">
          <History size={16} aria-hidden="true" />
          {t('market.stale', { age: formatTimeAgo(asOf, formatTag, Math.max(now, Date.parse(asOf))) })}
        </p>
      )}
      {source === 'pretend' && (
        <p className={styles.note}>
          <Info size={16} aria-hidden="true" />
          {t('market.pretendHint')}
        </p>
      )}
      {source === 'live' && providedBy !== undefined && (
        <p className={styles.note}>{t('market.providedBy', { name: providedBy })}</p>
      )}
    </>
  );
}
