import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { type Asset, type AssetCode, assetOfMarket } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { TFunction } from 'i18next';
import { plainText } from '../../domain/plain-text.ts';
import { assetName, coinName } from '../../i18n/coin-name.ts';
import { weekOf } from './week-line.tsx';

/** A coin in the list of all markets. */
export interface MarketRow {
  /** Of its page and of the watchlist: the market's id, or the code of an asset without a market. */
  id: string;
  /** In the reader's language. */
  name: string;
  symbol: string;
  /** Other words that people search it by. */
  otherNames: readonly string[];
  /** A path of its icon, or the asset whose icon is drawn. */
  mark: { path: string } | { asset: AssetCode } | null;
  /** Null if nobody says it. */
  price: string | null;
  /** The operator sets the price, so it has no changes. */
  isFixedPrice: boolean;
  change24h: string | null;
  week: readonly string[];
  marketValue: string | null;
  volume24h: string | null;
  /** The asset that it is here; undefined if it can't be bought and sold here. */
  tradedAs: AssetCode | undefined;
}

interface KnownCoins {
  /** The market's largest. */
  coins: readonly MarketCoin[];
  /** Those that can be held here; some are among the largest. */
  assetCoins: readonly MarketCoin[];
  assets: readonly Asset[];
  /** The operator's price of the product's own coin; undefined until it is known. */
  coinPriceUsd: string | undefined;
}

/** The market's order first, then what else can be held here. */
export function rowsOf({ coins, assetCoins, assets, coinPriceUsd }: KnownCoins, t: TFunction): MarketRow[] {
  const known = new Set(coins.map(({ id }) => id));
  const priced = [...coins, ...assetCoins.filter(({ id }) => !known.has(id))];
  const ownRows = assets.flatMap((asset) => {
    // Where no market prices an asset, the operator does. Nobody prices the dollar.
    const price = asset.code === coinCode ? coinPriceUsd : asset.priceUsd;
    return typeof price === 'string' ? [rowOfAsset(asset, price, t)] : [];
  });
  return [...priced.map((coin) => rowOfCoin(coin, t)), ...ownRows];
}

function rowOfCoin(coin: MarketCoin, t: TFunction): MarketRow {
  const asset = assetOfMarket(coin.id);
  return {
    id: coin.id,
    name: coinName(t, coin.symbol, coin.name),
    symbol: coin.symbol,
    otherNames: [coin.name, coin.id],
    mark: { path: coin.image },
    price: coin.currentPrice,
    isFixedPrice: false,
    change24h: coin.change24h,
    week: coin.week,
    marketValue: coin.statistics?.marketValue ?? null,
    volume24h: coin.statistics?.volume24h ?? null,
    tradedAs: asset?.isActive === true ? asset.code : undefined,
  };
}

const nothingSaid = { change24h: null, week: [], marketValue: null, volume24h: null } as const;

function rowOfAsset({ code, name, isActive }: Asset, price: string, t: TFunction): MarketRow {
  return {
    ...nothingSaid,
    id: code,
    name: assetName(t, code),
    symbol: code,
    otherNames: [name],
    mark: { asset: code },
    price,
    isFixedPrice: true,
    tradedAs: isActive ? code : undefined,
  };
}

/** A watched coin that nobody prices any more. Its star can still be taken away. */
function rowOfUnlisted(id: string): MarketRow {
  return {
    ...nothingSaid,
    id,
    name: id,
    symbol: '',
    otherNames: [],
    mark: null,
    price: null,
    isFixedPrice: false,
    tradedAs: undefined,
  };
}

export const shownParts = ['all', 'watchlist', 'tradable', 'gainers', 'losers'] as const;
export type ShownPart = (typeof shownParts)[number];

export const sortKeys = ['value', 'name', 'price', 'day', 'week', 'volume'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sorting {
  key: SortKey;
  isAscending: boolean;
}

/** What the address says of the list. */
export interface MarketPlace {
  show: ShownPart;
  /** Undefined for the usual order of the part. */
  sorting: Sorting | undefined;
  search: string;
}

/** Names begin with A, figures with the largest. */
export function naturalSorting(key: SortKey): Sorting {
  return { key, isAscending: key === 'name' };
}

/** Undefined for the order in which a person added coins. */
export function usualSorting(show: ShownPart): Sorting | undefined {
  if (show === 'watchlist') return undefined;
  return show === 'gainers' || show === 'losers'
    ? { key: 'day', isAscending: show === 'losers' }
    : naturalSorting('value');
}

export function readMarketPlace(search: URLSearchParams): MarketPlace {
  const [key, direction] = search.get('sort')?.split('-') ?? [];
  const sortKey = sortKeys.find((each) => each === key);
  const isDirection = direction === 'asc' || direction === 'desc';
  return {
    show: shownParts.find((part) => part === search.get('show')) ?? 'all',
    sorting: sortKey && isDirection ? { key: sortKey, isAscending: direction === 'asc' } : undefined,
    search: search.get('search') ?? '',
  };
}

function writeSorting({ key, isAscending }: Sorting): string {
  return `${key}-${isAscending ? 'asc' : 'desc'}`;
}

export function writeMarketPlace({ show, sorting, search }: MarketPlace): URLSearchParams {
  return new URLSearchParams({
    ...(show !== 'all' && { show }),
    ...(sorting && { sort: writeSorting(sorting) }),
    ...(search !== '' && { search }),
  });
}

/** A part of the rows. `watched` is in the order in which the person added them. */
export function partOf(rows: readonly MarketRow[], show: ShownPart, watched: readonly string[]): MarketRow[] {
  const changeOf = ({ change24h }: MarketRow) => Math.round(Number(change24h ?? 0) * 100);
  switch (show) {
    case 'all':
      return [...rows];
    case 'watchlist':
      return watched.map((id) => rows.find((row) => row.id === id) ?? rowOfUnlisted(id));
    case 'tradable':
      return rows.filter(({ tradedAs }) => tradedAs !== undefined);
    case 'gainers':
      return rows.filter((row) => changeOf(row) > 0);
    case 'losers':
      return rows.filter((row) => changeOf(row) < 0);
    default:
      return show satisfies never;
  }
}

export function searchRows(rows: readonly MarketRow[], search: string): MarketRow[] {
  const wanted = plainText(search.trim());
  return rows.filter(({ name, symbol, otherNames }) =>
    [name, symbol, ...otherNames].some((text) => plainText(text).includes(wanted)),
  );
}

/** What is not known comes last, whichever way the rest is sorted. Equal rows keep the market's order. */
export function sortRows(rows: readonly MarketRow[], sorting: Sorting | undefined): readonly MarketRow[] {
  if (sorting === undefined) return rows;
  const { key, isAscending } = sorting;
  const sign = isAscending ? 1 : -1;
  if (key === 'name') return rows.toSorted((one, other) => sign * one.name.localeCompare(other.name));
  return rows
    .map((row) => ({ row, figure: figureOf(row, key) }))
    .toSorted((one, other) => {
      if (one.figure === null || other.figure === null)
        return Number(one.figure === null) - Number(other.figure === null);
      return sign * (one.figure - other.figure);
    })
    .map(({ row }) => row);
}

/** Floating point is fine here: it only sorts. */
function figureOf(row: MarketRow, key: Exclude<SortKey, 'name'>): number | null {
  if (key === 'week') return weekOf(row).course?.changePercent ?? null;
  const figure = {
    value: row.marketValue,
    price: row.price,
    day: row.change24h,
    volume: row.volume24h,
  }[key];
  return figure === null ? null : Number(figure);
}
