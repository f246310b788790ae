import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { ArrowDown, ArrowUp, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinImage, CoinMark } from '../../domain/coin-mark.tsx';
import { ChangeText, LargeSum, PriceText } from '../../domain/price-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { buyPath, coinPath, type InviteTo, type RenderStar } from './market-links.ts';
import { type MarketRow, naturalSorting, type SortKey, type Sorting } from './market-rows.ts';
import styles from './market-table.module.css';
import { WeekLine } from './week-line.tsx';

interface MarketTableProps {
  rows: readonly MarketRow[];
  /** Undefined if the rows have an order that no column tells. */
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
  renderStar: RenderStar;
  inviteTo: InviteTo;
}

/** The coins as a table, and on a small screen as rows of two lines. */
export function MarketTable({ rows, sorting, onSort, renderStar, inviteTo }: MarketTableProps) {
  const { t } = useTranslation();
  const column = { sorting, onSort };
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('markets.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('markets.show.watchlist')}</span>
          </th>
          <SortedColumn {...column} name="name" />
          <SortedColumn {...column} name="price" />
          <SortedColumn {...column} name="day" />
          <SortedColumn {...column} name="week" />
          <SortedColumn {...column} name="value" />
          <SortedColumn {...column} name="volume" />
          <th scope="col">
            <span className="visually-hidden">{t('markets.trade')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CoinRow key={row.id} row={row} renderStar={renderStar} inviteTo={inviteTo} />
        ))}
      </tbody>
    </table>
  );
}

interface SortedColumnProps extends Pick<MarketTableProps, 'sorting' | 'onSort'> {
  name: SortKey;
}

/** A press sorts by the column; another one turns the order around. */
function SortedColumn({ name, sorting, onSort }: SortedColumnProps) {
  const { t } = useTranslation();
  const isSorted = sorting?.key === name;
  const isAscending = isSorted && sorting.isAscending;
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={styles[name]}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(isSorted ? { key: name, isAscending: !isAscending } : naturalSorting(name))}
      >
        {t(`markets.columns.${name}`)}
        <Arrow size={14} aria-hidden="true" className={styles.arrow} data-hidden={!isSorted || undefined} />
      </button>
    </th>
  );
}

interface CoinRowProps extends Pick<MarketTableProps, 'renderStar' | 'inviteTo'> {
  row: MarketRow;
}

function CoinRow({ row, renderStar, inviteTo }: CoinRowProps) {
  const { t } = useTranslation();
  const { id, name, price, week, marketValue, volume24h, tradedAs } = row;
  return (
    <tr className={styles.row} data-testid="market-row" data-coin={id}>
      <td className={styles.star}>{renderStar({ id, name })}</td>
      <th scope="row" className={styles.name}>
        <CoinCell row={row} />
      </th>
      <td className={styles.price}>
        {price === null ? (
          <span className={styles.quiet}>{t('markets.notListed')}</span>
        ) : (
          <PriceText price={price} />
        )}
      </td>
      {/* A fixed price has no week: its long words take that column, too. */}
      <td className={styles.day} colSpan={row.isFixedPrice ? 2 : 1}>
        <DayCell row={row} />
      </td>
      {!row.isFixedPrice && (
        <td className={styles.week}>
          <WeekLine week={week} place="row" />
        </td>
      )}
      <td className={styles.value}>{marketValue !== null && <LargeSum usd={marketValue} />}</td>
      <td className={styles.volume}>{volume24h !== null && <LargeSum usd={volume24h} />}</td>
      <td className={styles.trade}>
        {tradedAs !== undefined && <BuyButton currency={tradedAs} inviteTo={inviteTo} />}
      </td>
    </tr>
  );
}

function BuyButton({ currency, inviteTo }: { currency: AssetCode; inviteTo: InviteTo }) {
  const { t } = useTranslation();
  const path = buyPath(currency);
  const looks = { size: 'small', variant: 'secondary', className: styles.buy } as const;
  const words = t('trade.coin.buy', { currency });
  if (!inviteTo) {
    return (
      <ButtonLink {...looks} to={path}>
        {words}
      </ButtonLink>
    );
  }
  return (
    <Button {...looks} onClick={() => inviteTo(path)}>
      {words}
    </Button>
  );
}

/** Its link covers the whole row. */
function CoinCell({ row: { id, name, symbol, mark, price, tradedAs } }: { row: MarketRow }) {
  const { t } = useTranslation();
  const names = (
    <>
      <bdi className={styles.coinName}>{name}</bdi> <bdi className={styles.symbol}>{symbol}</bdi>
    </>
  );
  return (
    <span className={styles.coin}>
      {mark && (
        <span className={styles.mark}>
          {'path' in mark ? (
            <CoinImage path={mark.path} code={symbol} size={28} />
          ) : (
            <CoinMark asset={mark.asset} size={28} />
          )}
        </span>
      )}
      {price === null ? (
        <span className={styles.names}>{names}</span>
      ) : (
        <Link to={coinPath(id)} className={styles.names}>
          {names}
        </Link>
      )}
      {tradedAs !== undefined && (
        <span className={styles.badge} title={t('markets.tradable')}>
          <Repeat size={12} aria-hidden="true" />
          <span className="visually-hidden">{t('markets.tradable')}</span>
        </span>
      )}
    </span>
  );
}

function DayCell({ row: { price, change24h, isFixedPrice } }: { row: MarketRow }) {
  const { t } = useTranslation();
  if (isFixedPrice) return <Badge>{t('markets.fixedPrice')}</Badge>;
  if (price === null) return null;
  return (
    <span>
      {/* The head of the column says it on wide screens. */}
      <abbr className={styles.period} title={t('market.in24Hours')}>
        {t('market.dayShort')}
      </abbr>{' '}
      <ChangeText percent={change24h} />
    </span>
  );
}
