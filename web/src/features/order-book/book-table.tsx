import type { Market } from '@mercury/contract/api/markets.ts';
import { clsx } from 'clsx';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { type BookRow, bookRows, rowsPerSide, spreadOf } from './book-rows.ts';
import styles from './book-table.module.css';
import type { Book, Side } from './estimate.ts';
import { Price, Quantity } from './figures.tsx';
import type { FeedStatus } from './market-feed.ts';
import { unitsOf } from './market-numbers.ts';

interface BookTableProps {
  market: Market;
  book: Book | undefined;
  status: FeedStatus;
  /** Puts the price into the form. It sends nothing. */
  onPrice: (price: string, side: Side) => void;
}

/** Asks above, bids below, the best prices in the middle. Under the pointer or the focus prices stand still. */
export function BookTable({ market, book, status, onPrice }: BookTableProps) {
  const { t } = useTranslation();
  const [held, setHeld] = useState<Book | undefined>();
  const shown = held ?? book;
  const { bids, asks } = bookRows(shown ?? { bids: [], asks: [] }, unitsOf(market));
  const keys = useRowKeys();
  const hold = () => setHeld((was) => was ?? book);
  const isEmpty = shown !== undefined && bids.length + asks.length === 0;
  return (
    <div className={styles.frame}>
      <p className={styles.state} role="status" data-tone={status === 'reconnecting' ? 'warning' : undefined}>
        {status === 'reconnecting' ? t('orderBook.reconnecting') : held ? t('orderBook.standsStill') : ''}
      </p>
      {/* It acts on none of this: its buttons do, and it hears what comes up from them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={clsx(styles.book, status !== 'live' && styles.dimmed)}
        data-status={status}
        data-testid="order-book"
        onPointerEnter={(event: PointerEvent) => event.pointerType === 'mouse' && hold()}
        onPointerLeave={() => setHeld(undefined)}
        onFocus={hold}
        onBlur={() => setHeld(undefined)}
        onKeyDown={keys.onKeyDown}
      >
        <table className={styles.table}>
          <caption className="visually-hidden">
            {t('orderBook.bookCaption', { market: market.market })}
          </caption>
          <thead>
            <tr className={styles.head}>
              <th scope="col">{t('orderBook.priceIn', { currency: market.quote })}</th>
              <th scope="col">{t('orderBook.amountOf', { currency: market.base })}</th>
              <th scope="col">{t('orderBook.sum')}</th>
            </tr>
          </thead>
          <Rows {...{ market, onPrice }} side="SELL" rows={asks} keys={keys} firstPlace={0} />
          <tbody>
            <tr className={styles.middle}>
              <td colSpan={3}>
                <Middle market={market} book={shown} />
              </td>
            </tr>
          </tbody>
          <Rows {...{ market, onPrice }} side="BUY" rows={bids} keys={keys} firstPlace={rowsPerSide} />
        </table>
        {isEmpty && <p className={styles.empty}>{t('orderBook.bookEmpty')}</p>}
      </div>
    </div>
  );
}

function Middle({ market, book }: { market: Market; book: Book | undefined }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const spread = book && spreadOf(book, unitsOf(market));
  return (
    <span className={styles.middleText}>
      <strong>{market.lastPrice === null ? '—' : <Price value={market.lastPrice} market={market} />}</strong>
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
  firstPlace: number;
  keys: RowKeys;
  onPrice: BookTableProps['onPrice'];
}

/** Rows are places, not prices: a level that comes or goes changes texts and moves nothing. */
function Rows({ market, side, rows, firstPlace, keys, onPrice }: RowsProps) {
  const places = Array.from({ length: rowsPerSide }, (_, index) =>
    side === 'SELL' ? rows[rowsPerSide - 1 - index] : rows[index],
  );
  return (
    <tbody data-side={side}>
      {places.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={index} {...{ market, side, row, onPrice }} place={firstPlace + index} keys={keys} />
      ))}
    </tbody>
  );
}

interface RowProps extends Pick<RowsProps, 'market' | 'side' | 'keys' | 'onPrice'> {
  row: BookRow | undefined;
  place: number;
}

function Row({ market, side, row, place, keys, onPrice }: RowProps) {
  const { t } = useTranslation();
  if (row === undefined) {
    return (
      <tr className={styles.row} aria-hidden="true">
        <td colSpan={3}>{'\u00a0'}</td>
      </tr>
    );
  }
  const fill = () => onPrice(row.price, side);
  return (
    // The button in it is for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr className={styles.row} data-side={side} onClick={fill}>
      <td>
        <button
          type="button"
          className={styles.price}
          data-place={place}
          tabIndex={keys.place === place ? 0 : -1}
          onFocus={() => keys.setPlace(place)}
        >
          <span className="visually-hidden">{t(side === 'BUY' ? 'orderBook.bid' : 'orderBook.ask')} </span>
          <Price value={row.price} market={market} />
        </button>
      </td>
      <td>
        <Quantity value={row.quantity} market={market} />
      </td>
      <td>
        <Quantity value={row.total} market={market} />
        <span
          className={styles.depth}
          style={{ transform: `scaleX(${row.depth.toFixed(4)})` }}
          aria-hidden="true"
        />
      </td>
    </tr>
  );
}

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
