import type { Market } from '@mercury/contract/api/markets.ts';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ChangeText } from '../../domain/price-text.tsx';
import { formatCompact } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { marketPath } from '../../paths.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { LastPrice, Price } from './figures.tsx';
import { useDayFigures } from './market-feed.ts';
import styles from './order-book-page.module.css';
import { marketsQuery } from './queries.ts';

const stateTones: Readonly<Record<Market['state'], BadgeTone>> = {
  open: 'completed',
  post_only: 'warning',
  cancel_only: 'warning',
  halted: 'failed',
};

interface MarketHeadProps {
  market: Market;
  /** Of the book's best prices. */
  middle: string | undefined;
}

/** Which market, whether it trades, and the last day in figures. */
export const MarketHead = memo(function MarketHead({ market, middle }: MarketHeadProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const day = useDayFigures(market);
  return (
    <header className={styles.head}>
      <h1 className="visually-hidden">{t('orderBook.title', { market: market.market })}</h1>
      <MarketChoice market={market} />
      <Badge tone={stateTones[market.state]}>{t(`orderBook.states.${market.state}`)}</Badge>
      <span className={styles.last} data-testid="last-price">
        <LastPrice market={market} middle={middle} hasUnit />
      </span>
      <dl className={styles.day}>
        <DayFigure label={t('orderBook.change')}>
          <ChangeText percent={day?.changePercent ?? null} />
        </DayFigure>
        <DayFigure label={t('orderBook.high')}>
          {day?.high ? <Price value={day.high} market={market} /> : '—'}
        </DayFigure>
        <DayFigure label={t('orderBook.low')}>
          {day?.low ? <Price value={day.low} market={market} /> : '—'}
        </DayFigure>
        <DayFigure label={t('orderBook.volume')}>
          {day ? (
            <bdi dir="ltr">
              {formatCompact(String(day.volume), formatTag)}&nbsp;{market.base}
            </bdi>
          ) : (
            '—'
          )}
        </DayFigure>
      </dl>
    </header>
  );
});

function DayFigure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function MarketChoice({ market }: { market: Market }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: markets = [market] } = useQuery(marketsQuery);
  return (
    <select
      className={styles.choice}
      aria-label={t('orderBook.market')}
      value={market.market}
      dir="ltr"
      onChange={({ target }) => void navigate(marketPath(target.value))}
    >
      {markets.map(({ market, base, quote }) => (
        <option key={market} value={market}>
          {base}/{quote}
        </option>
      ))}
    </select>
  );
}
