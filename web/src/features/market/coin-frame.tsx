import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import styles from './coin-page.module.css';

/** What other features add to a coin's page: routes put it together. */
export interface CoinParts {
  /** Beside the name: the star, the price alert. */
  tools: ReactNode;
  /** Buy and Sell, or a visitor's way to the order book; null if the coin isn't traded. They stand beside the price, and at the screen's lower edge on phones and once the reader has scrolled past the price. */
  actions: ReactNode;
  /** What the person has of the coin, and had; null for visitors. */
  mine: ReactNode;
  /** The next step of somebody who can't trade it; null for others. */
  invitation: ReactNode;
}

interface CoinFrameProps {
  mark?: ReactNode;
  name?: string;
  symbol?: string;
  price?: ReactNode;
  /** Below the price: whose it is, or how old. */
  note?: ReactNode;
  /** Beside what the person has. */
  facts?: ReactNode;
  parts?: CoinParts;
  children: ReactNode;
}

/** The page of a coin: the way back, the head with the price, the content, and what the reader can do. */
export function CoinFrame(props: CoinFrameProps) {
  const { mark, name, symbol, price, note, facts, parts, children } = props;
  const { t } = useTranslation();
  const [head, setHead] = useState<HTMLElement | null>(null);
  const isPastHead = useIsPast(head);
  return (
    <div className={styles.page}>
      <Link to={paths.markets} className={styles.back}>
        <ArrowLeft size={16} aria-hidden="true" className="flip-in-rtl" />
        {t('markets.title')}
      </Link>
      {name !== undefined && (
        <header ref={setHead} className={styles.head}>
          <div className={styles.about}>
            <div className={styles.titleLine}>
              <h1 className={styles.title}>
                {mark}
                <span>
                  <bdi>{name}</bdi> <bdi className={styles.symbol}>{symbol}</bdi>
                </span>
              </h1>
              <span className={styles.tools}>{parts?.tools}</span>
            </div>
            <p className={styles.price} data-testid="coin-price">
              {price}
            </p>
            {note}
          </div>
          {parts?.actions && <div className={styles.actions}>{parts.actions}</div>}
        </header>
      )}
      {children}
      {(facts || parts?.mine) && (
        <div className={styles.columns}>
          {facts}
          {parts?.mine && <div className={styles.mine}>{parts.mine}</div>}
        </div>
      )}
      {parts?.invitation}
      {parts?.actions && (
        // As above a sheet, toasts stand above it.
        <div className={styles.bar} data-sheet="" data-past-head={isPastHead}>
          {parts.actions}
        </div>
      )}
    </div>
  );
}

/** What lies behind the site's header can't be pressed. */
const underHeader = '-64px 0px 0px';

/** Whether the reader has scrolled past it. */
function useIsPast(element: Element | null): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => setIsPast(entries.at(-1)?.isIntersecting === false),
      { rootMargin: underHeader },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isPast;
}
