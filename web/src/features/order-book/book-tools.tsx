import type { Market } from '@mercury/contract/api/markets.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Switch } from '../../ui/switch.tsx';
import { type Grouping, groupings, spreadOf } from './book-rows.ts';
import styles from './book-table.module.css';
import type { Book } from './estimate.ts';
import { formatFigure, unitsOf } from './market-numbers.ts';

interface BookToolsProps {
  market: Market;
  grouping: Grouping;
  onGroupingChange: (grouping: Grouping) => void;
  children: ReactNode;
}

/** How the book is shown: in which steps of the price, and whether it is read aloud. */
export function BookTools({ market, grouping, onGroupingChange, children }: BookToolsProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const id = useId();
  const { tick, priceDecimals } = unitsOf(market);
  const stepText = (ticks: Grouping) =>
    formatFigure(formatDecimal(tick * BigInt(ticks), priceDecimals), priceDecimals, formatTag);
  return (
    <div className={styles.tools}>
      <label htmlFor={id}>{t('orderBook.group')}</label>
      <select
        id={id}
        className={styles.group}
        value={grouping}
        dir="ltr"
        onChange={({ target }) => {
          const chosen = groupings.find((ticks) => String(ticks) === target.value);
          if (chosen) onGroupingChange(chosen);
        }}
      >
        {groupings.map((ticks) => (
          <option key={ticks} value={ticks}>
            {stepText(ticks)}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}

/** More often nobody could listen to. */
const spokenEveryMs = 10_000;

/** Reads the best prices to whoever asks for it; undefined while they may be old. */
export function SpokenBest({ market, book }: { market: Market; book: Book | undefined }) {
  const { t } = useTranslation();
  const [isOn, setIsOn] = useState(false);
  const text = useBestText(market, book);
  const spoken = useSpoken(text, isOn);
  return (
    <>
      <span className={styles.aloud}>
        <span aria-hidden="true">{t('orderBook.aloud')}</span>
        <Switch label={t('orderBook.aloud')} isOn={isOn} onChange={setIsOn} />
      </span>
      <p className="visually-hidden" aria-live="polite" data-testid="spoken-best">
        {spoken}
      </p>
    </>
  );
}

function useBestText(market: Market, book: Book | undefined): string {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (book === undefined) return t('orderBook.reconnecting');
  const units = unitsOf(market);
  const [bid, ask, spread] = [book.bids[0], book.asks[0], spreadOf(book, units)];
  if (bid === undefined || ask === undefined || spread === undefined) return t('orderBook.bestMissing');
  const priceText = (price: string) => formatFigure(price, units.priceDecimals, formatTag);
  return t('orderBook.best', {
    bid: priceText(bid.price),
    ask: priceText(ask.price),
    spread: priceText(spread.spread),
  });
}

function useSpoken(text: string, isOn: boolean): string {
  const [spoken, setSpoken] = useState('');
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    if (!isOn) return;
    const speak = () => setSpoken(latest.current);
    speak();
    const timer = setInterval(speak, spokenEveryMs);
    return () => {
      clearInterval(timer);
      setSpoken('');
    };
  }, [isOn]);
  return spoken;
}
