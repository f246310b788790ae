import type { Market, MarketTrade } from '@mercury/contract/api/markets.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSecondOf } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Price, Quantity } from './figures.tsx';
import styles from './tables.module.css';

interface TradesListProps {
  market: Market;
  trades: readonly MarketTrade[] | undefined;
}

/** What was traded last, by anybody. */
export const TradesList = memo(function TradesList({ market, trades }: TradesListProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (trades?.length === 0) return <p className={styles.empty}>{t('orderBook.noTrades')}</p>;
  return (
    // Whoever scrolls by keyboard needs a place to stand.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={t('orderBook.trades')} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {t('orderBook.tradesCaption', { market: market.market })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('orderBook.priceIn', { currency: market.quote })}</th>
            <th scope="col">{t('orderBook.amountOf', { currency: market.base })}</th>
            <th scope="col">{t('orderBook.time')}</th>
          </tr>
        </thead>
        <tbody>
          {(trades ?? []).map(({ seq, price, quantity, takerSide, tradedAt }) => (
            <tr key={seq}>
              <td data-side={takerSide}>
                <span className="visually-hidden">
                  {t(takerSide === 'BUY' ? 'orderBook.bought' : 'orderBook.sold')}{' '}
                </span>
                <Price value={price} market={market} />
              </td>
              <td>
                <Quantity value={quantity} market={market} />
              </td>
              <td>
                <time dateTime={tradedAt}>{formatSecondOf(tradedAt, formatTag)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
