import type { Market } from '@mercury/contract/api/markets.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-parts.ts';
import styles from './chart-card.module.css';
import type { Book, Level } from './estimate.ts';
import { Price, Quantity } from './figures.tsx';
import { formatFigure, readFigure, unitsOf } from './market-numbers.ts';
import tables from './tables.module.css';

interface DepthChartProps {
  market: Market;
  book: Book;
}

const width = 1000;
const height = 400;

interface Step {
  price: number;
  /** Of this level and all better ones. */
  sum: number;
}

/** Floating point is fine: it is only drawn. */
function stepsOf(levels: readonly Level[]): Step[] {
  let sum = 0;
  return levels.map(({ price, quantity }) => {
    sum += Number(quantity);
    return { price: Number(price), sum };
  });
}

/** How much stands up to each price: bids to the left, asks to the right, in steps, since nothing stands between two levels. */
export function DepthChart({ market, book }: DepthChartProps) {
  const { t } = useTranslation();
  const label = useDepthLabel(market, book);
  const [bids, asks] = [stepsOf(book.bids), stepsOf(book.asks)];
  const prices = [...bids, ...asks].map(({ price }) => price);
  const sumMax = Math.max(...[...bids, ...asks].map(({ sum }) => sum));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length === 0) return <p className={tables.empty}>{t('orderBook.bookEmpty')}</p>;
  const place = ({ price, sum }: Step) => ({
    x: high === low ? width / 2 : ((price - low) / (high - low)) * width,
    y: height - (sum / sumMax) * height,
  });
  const edges = [book.bids.at(-1), book.bids[0] ?? book.asks[0], book.asks.at(-1)];
  return (
    <div className={styles.depth} dir="ltr">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path data-side="BUY" d={pathOf(bids.map(place), 0)} />
        <path data-side="SELL" d={pathOf(asks.map(place), width)} />
      </svg>
      <p className={styles.prices} aria-hidden="true">
        {edges.map((level, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- three places
          <span key={at}>{level && <Price value={level.price} market={market} />}</span>
        ))}
      </p>
      <p className={styles.most} aria-hidden="true">
        <Quantity value={sumMax.toFixed(unitsOf(market).quantityDecimals)} market={market} hasUnit />
      </p>
    </div>
  );
}

/** From the best price outwards, and on to the edge. */
function pathOf(points: readonly { x: number; y: number }[], edge: number): string {
  const [first] = points;
  if (first === undefined) return '';
  const steps = points.map(({ x, y }) => `H${x.toFixed(1)}V${y.toFixed(1)}`);
  return `M${first.x.toFixed(1)} ${height}${steps.join('')}H${edge}V${height}Z`;
}

function useDepthLabel(market: Market, { bids, asks }: Book): string {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { priceDecimals, quantityDecimals } = unitsOf(market);
  const sumText = (levels: readonly Level[]) => {
    const sum = levels.reduce(
      (all, { quantity }) => all + (readFigure(quantity, quantityDecimals) ?? 0n),
      0n,
    );
    return moneyText(formatDecimal(sum, quantityDecimals), market.base, formatTag);
  };
  const edgeText = (levels: readonly Level[]) => {
    const last = levels.at(-1);
    return last ? formatFigure(last.price, priceDecimals, formatTag) : '—';
  };
  return t('orderBook.depthLabel', {
    market: market.market,
    bids: sumText(bids),
    low: edgeText(bids),
    asks: sumText(asks),
    high: edgeText(asks),
  });
}
