import type { Market } from '@mercury/contract/api/markets.ts';
import { clsx } from 'clsx';
import { UserRound } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import {
  type BookRow,
  bookRows,
  groupLevels,
  type Grouping,
  middleOf,
  ownRowsOf,
  priceIn,
  rowsPerSide,
  spreadOf,
} from './book-rows.ts';
import styles from './book-table.module.css';
import { BookTools, SpokenBest } from './book-tools.tsx';
import type { Book, OwnOrder, Side } from './estimate.ts';
import { LastPrice, Price, Quantity } from './figures.tsx';
import type { FeedStatus } from './market-feed.ts';
import { unitsOf } from './market-numbers.ts';

interface BookTableProps {
  market: Market;
  book: Book | undefined;
  /** The person's own orders in it. */
  own: readonly OwnOrder[] | undefined;
  status: FeedStatus;
  /** When the server was asked for it; undefined while it tells by itself. */
  askedAtMs: number | undefined;
  /** Puts the price into the form. It sends nothing. */
  onPrice: (price: string, side: Side) => void;
}

/** Asks above, bids below, the best prices in the middle. Under the pointer or the focus prices stand still. */
export function BookTable({ market, book, own = none, status, askedAtMs, onPrice }: BookTableProps) {
  const { t } = useTranslation();
  const [held, setHeld] = useState<Book | undefined>();
  const [grouping, setGrouping] = useState<Grouping>(1);
  const shown = held ?? book;
  const units = unitsOf(market);
  const { bids, asks } = bookRows(
    {
      bids: groupLevels(shown?.bids ?? [], 'BUY', { grouping, units }),
      asks: groupLevels(shown?.asks ?? [], 'SELL', { grouping, units }),
    },
    units,
  );
  const keys = useRowKeys();
  const hold = () => setHeld((was) => was ?? book);
  const isEmpty = shown !== undefined && bids.length + asks.length === 0;
  return (
    <div className={styles.frame}>
      <StateLine status={status} askedAtMs={askedAtMs} isHeld={held !== undefined} />
      {/* It acts on none of this: its buttons do, and it hears what comes up from them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={clsx(styles.book, status !== 'live' && styles.dimmed)}
        data-status={status}
        data-testid="order-book"
        onPointerMove={(event: PointerEvent) => event.pointerType === 'mouse' && hold()}
        onPointerLeave={() => setHeld(undefined)}
        onFocus={hold}
        onBlur={() => setHeld(undefined)}
        onKeyDown={keys.onKeyDown}
      >
        <table className={styles.table}>
          <caption className="visually-hidden">
            {t('orderBook.bookCaption', { market: market.market })}
          </caption>
          <Head market={market} />
          <Rows
            {...{ market, onPrice, keys }}
            side="SELL"
            rows={asks}
            ownRows={ownRowsOf(own, 'SELL', { grouping, units })}
            firstPlace={0}
          />
          <tbody>
            <tr className={styles.middle}>
              <td colSpan={3}>
                <Middle market={market} book={shown} />
              </td>
            </tr>
          </tbody>
          <Rows
            {...{ market, onPrice, keys }}
            side="BUY"
            rows={bids}
            ownRows={ownRowsOf(own, 'BUY', { grouping, units })}
            firstPlace={rowsPerSide}
          />
        </table>
        {isEmpty && <p className={styles.empty}>{t('orderBook.bookEmpty')}</p>}
      </div>
      <BookTools {...{ market, grouping }} onGroupingChange={setGrouping}>
        <SpokenBest market={market} book={status === 'live' ? book : undefined} />
      </BookTools>
    </div>
  );
}

function Head({ market }: { market: Market }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr className={styles.head}>
        <th scope="col">{t('orderBook.priceIn', { currency: market.quote })}</th>
        <th scope="col">{t('orderBook.amountOf', { currency: market.base })}</th>
        <th scope="col">{t('orderBook.sum')}</th>
      </tr>
    </thead>
  );
}

const none: readonly OwnOrder[] = [];

function StateLine({
  status,
  askedAtMs,
  isHeld,
}: Pick<BookTableProps, 'status' | 'askedAtMs'> & { isHeld: boolean }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const text = () => {
    if (status === 'reconnecting') return t('orderBook.reconnecting');
    if (status === 'asked' && askedAtMs !== undefined) {
      return t('orderBook.asked', { time: formatClock(askedAtMs, formatTag) });
    }
    return isHeld ? t('orderBook.standsStill') : '';
  };
  const isOld = status === 'reconnecting' || status === 'asked';
  return (
    <p className={styles.state} role="status" data-tone={isOld ? 'warning' : undefined}>
      {text()}
    </p>
  );
}

function formatClock(atMs: number, formatTag: string): string {
  return new Intl.DateTimeFormat(formatTag, { timeStyle: 'medium' }).format(atMs);
}

function Middle({ market, book }: { market: Market; book: Book | undefined }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const spread = book && spreadOf(book, unitsOf(market));
  return (
    <span className={styles.middleText}>
      <strong>
        <LastPrice market={market} middle={book && middleOf(book, unitsOf(market))} isInBook />
      </strong>
      {spread && (
        <span className={styles.spread}>
          {t('orderBook.spread')} <Price value={spread.spread} market={market} />{' '}
          <bdi dir="ltr">({formatPercent(spread.percent.toFixed(2), formatTag)})</bdi>
        </span>
      )}
    </span>
  );
}

interface RowsProps {
  market: Market;
  side: Side;
  /** The best first. */
  rows: readonly BookRow[];
  ownRows: ReadonlySet<bigint>;
  firstPlace: number;
  keys: RowKeys;
  onPrice: BookTableProps['onPrice'];
}

/** Rows are places, not prices: a level that comes or goes changes texts and moves nothing. */
function Rows({ market, side, rows, ownRows, firstPlace, keys, onPrice }: RowsProps) {
  const units = unitsOf(market);
  const latest = useRef(onPrice);
  useEffect(() => {
    latest.current = onPrice;
  }, [onPrice]);
  const fill = useCallback((price: string) => latest.current(price, side), [side]);
  const places = Array.from({ length: rowsPerSide }, (_, index) =>
    side === 'SELL' ? rows[rowsPerSide - 1 - index] : rows[index],
  );
  return (
    <tbody data-side={side}>
      {places.map((row, index) => {
        const place = firstPlace + index;
        return row === undefined ? (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index} className={styles.row} aria-hidden="true">
            <td colSpan={3}>{'\u00a0'}</td>
          </tr>
        ) : (
          <Row
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            {...{ market, side, place, ...row }}
            isStop={keys.place === place}
            isOwn={ownRows.has(priceIn(row.price, units))}
            onFocusPlace={keys.setPlace}
            onFill={fill}
          />
        );
      })}
    </tbody>
  );
}

interface RowProps extends BookRow {
  market: Market;
  side: Side;
  place: number;
  /** The tab key stops here. */
  isStop: boolean;
  isOwn: boolean;
  onFocusPlace: (place: number) => void;
  onFill: (price: string) => void;
}

/** Most changes are of a few rows: the others are not drawn again. */
const Row = memo(function Row(props: RowProps) {
  const { market, side, price, quantity, total, depth, place, isStop, isOwn, onFocusPlace, onFill } = props;
  const { t } = useTranslation();
  return (
    // The button in it is for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr className={styles.row} data-side={side} onClick={() => onFill(price)}>
      <td>
        <button
          type="button"
          className={styles.price}
          data-place={place}
          tabIndex={isStop ? 0 : -1}
          onFocus={() => onFocusPlace(place)}
        >
          <span className="visually-hidden">{t(side === 'BUY' ? 'orderBook.bid' : 'orderBook.ask')} </span>
          <Price value={price} market={market} />
          {isOwn && (
            <span className={styles.own} title={t('orderBook.ownHere')}>
              <UserRound size={12} strokeWidth={2.5} aria-hidden="true" />
              <span className="visually-hidden"> {t('orderBook.ownHere')}</span>
            </span>
          )}
        </button>
      </td>
      <td>
        <Quantity value={quantity} market={market} />
      </td>
      <td>
        <Quantity value={total} market={market} />
        <span
          className={styles.depth}
          style={{ transform: `scaleX(${depth.toFixed(4)})` }}
          aria-hidden="true"
        />
      </td>
    </tr>
  );
});

interface RowKeys {
  place: number;
  setPlace: (place: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** One stop for the tab key, at the best bid to begin with; arrows go to the next row that has a price. */
function useRowKeys(): RowKeys {
  const [place, setPlace] = useState(rowsPerSide);
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')].filter((button) =>
      button.checkVisibility(),
    );
    const now = buttons.findIndex((button) => button === document.activeElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, now + step))]?.focus();
  }
  return { place, setPlace, onKeyDown };
}
