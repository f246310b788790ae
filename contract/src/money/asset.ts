import type { Locale } from '../locales.ts';
import { coinCode } from '../product.ts';
import { seededAssets } from './seeded-assets.ts';

/** The assets that every build knows. The operator adds others, which are rows of the database and nothing here. */
export const seededCodes = [
  coinCode,
  'USD',
  'BTC',
  'ETH',
  'TRX',
  'USDT',
  'USDC',
  'BNB',
  'SOL',
  'XRP',
  'DOGE',
  'LTC',
  'TON',
] as const;
export type SeededCode = (typeof seededCodes)[number];

declare const known: unique symbol;

/** A code that the build knows, or one that `isAssetCode` has let through. */
export type AssetCode = SeededCode | (string & { readonly [known]: true });

/** The form of every code, whoever adds it. One of digits alone would be taken for an amount. */
export const assetCodePattern = /^(?=.*[A-Z])[A-Z0-9]{2,12}$/;

/** The most decimals that an asset may have: those of Ethereum's own unit. */
export const assetDecimalsMax = 18;

/** The chains that carry assets. Assets of one chain share a deposit address. */
export const chains = [
  'mercury',
  'bitcoin',
  'litecoin',
  'dogecoin',
  'ethereum',
  'bnb',
  'tron',
  'solana',
  'xrp',
  'ton',
] as const;
export type Chain = (typeof chains)[number];

/** The extra field of a destination: a number (XRP's destination tag) or a text (TON's comment). */
export const memoKinds = ['tag', 'memo'] as const;
export type MemoKind = (typeof memoKinds)[number];

interface ChainTraits {
  /** The name that payers know. */
  readonly name: string;
  readonly memoKind: MemoKind | null;
  /** Confirmations until a payment is final: some minutes to an hour, as on exchanges. */
  readonly confirmationsNeeded: number;
}

export const chainTraits: Readonly<Record<Chain, ChainTraits>> = {
  mercury: { name: 'Mercury', memoKind: null, confirmationsNeeded: 1 },
  bitcoin: { name: 'Bitcoin', memoKind: null, confirmationsNeeded: 3 },
  litecoin: { name: 'Litecoin', memoKind: null, confirmationsNeeded: 6 },
  dogecoin: { name: 'Dogecoin', memoKind: null, confirmationsNeeded: 40 },
  ethereum: { name: 'Ethereum', memoKind: null, confirmationsNeeded: 12 },
  bnb: { name: 'BNB Smart Chain', memoKind: null, confirmationsNeeded: 15 },
  tron: { name: 'TRON', memoKind: null, confirmationsNeeded: 20 },
  solana: { name: 'Solana', memoKind: null, confirmationsNeeded: 32 },
  xrp: { name: 'XRP Ledger', memoKind: 'tag', confirmationsNeeded: 1 },
  ton: { name: 'TON', memoKind: 'memo', confirmationsNeeded: 10 },
};

/** What is known of an asset. The code and the decimals of one never change: amounts are counted in them. */
export interface Asset {
  readonly code: AssetCode;
  /** In English. */
  readonly name: string;
  /** What readers of another language call it. The names of the seeded assets are texts of the interface instead. */
  readonly names: Readonly<Partial<Record<Locale, string>>>;
  /** Digits after the point: one whole unit is 10^decimals of the smallest unit, which is what the ledger counts. */
  readonly decimals: number;
  /** So many digits after the point are shown at most. What is beyond them is cut off, never rounded up. */
  readonly shownDecimals: number;
  /** What carries it outside; the US dollar has no such thing, and no coin that moves inside only. */
  readonly chain: Chain | null;
  /** Of a token: what it is on its chain. */
  readonly contractAddress: string | null;
  /** The market's own name for it (CoinGecko's id). Several coins share a symbol there, none an id. */
  readonly marketId: string | null;
  /** What one whole unit costs in US dollars where the operator says so, and no market. */
  readonly priceUsd: string | null;
  /** What the sandbox pretends that it costs; good for nothing else. */
  readonly sandboxPriceUsd: string | null;
  /** What is less than this can't be withdrawn: paying it out would cost about as much. In whole units. */
  readonly withdrawalMin: string;
  /** What its chain takes for a withdrawal, in whole units, unless a setting of the operator says otherwise. */
  readonly networkFee: string;
  /** Where it stands among the coins that a top-up can be paid with; null where it is none of them. */
  readonly topUpPosition: number | null;
  /** It moves from one account to another here. */
  readonly isTransferable: boolean;
  /** It is taken in and traded. Switched off, it can still be held, transferred and withdrawn. */
  readonly isActive: boolean;
  /** The file of `/coins` that shows its mark; without one a mark is drawn of its letters. */
  readonly icon: string | null;
}

interface Registry {
  readonly assets: readonly Asset[];
  readonly codes: readonly AssetCode[];
  readonly activeCodes: readonly AssetCode[];
  readonly topUpCodes: readonly AssetCode[];
  readonly byCode: ReadonlyMap<string, Asset>;
  readonly byMarketId: ReadonlyMap<string, Asset>;
}

function registryOf(assets: readonly Asset[]): Registry {
  return {
    assets,
    codes: assets.map(({ code }) => code),
    activeCodes: assets.filter(({ isActive }) => isActive).map(({ code }) => code),
    topUpCodes: assets
      .filter(({ topUpPosition, isActive }) => topUpPosition !== null && isActive)
      .toSorted((one, other) => (one.topUpPosition ?? 0) - (other.topUpPosition ?? 0))
      .map(({ code }) => code),
    byCode: new Map(assets.map((asset) => [asset.code, asset])),
    byMarketId: new Map(
      assets.flatMap((asset) => (asset.marketId === null ? [] : [[asset.marketId, asset] as const])),
    ),
  };
}

let registry = registryOf(seededAssets);
let acceptsUnknown = false;
const listeners = new Set<() => void>();

/** Replaces the list by the one that the database has now. Called by the process, which alone knows where the list is. */
export function loadAssets(assets: readonly Asset[]): void {
  registry = registryOf(assets);
  for (const listener of listeners) listener();
}

/** Hears of every change of the list. Answers what ends it. */
export function subscribeAssets(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * For the browser, which may be told of an asset before it has the list that says what it is: amounts of it are written with
 * as many digits as any asset has, so that none is cut. Where money is counted, an unknown asset is a mistake.
 */
export function acceptUnknownAssets(): void {
  acceptsUnknown = true;
}

/** All of them, in the order in which they are listed: the product's own coin first. The same array until it changes. */
export function listAssets(): readonly Asset[] {
  return registry.assets;
}

export function assetCodes(): readonly AssetCode[] {
  return registry.codes;
}

/** Those that are taken in and traded. */
export function activeCodes(): readonly AssetCode[] {
  return registry.activeCodes;
}

/** What a top-up's payer can choose from, in the order that the interface lists it. */
export function topUpCodes(): readonly AssetCode[] {
  return registry.topUpCodes;
}

export function isTopUpCode(code: string): boolean {
  return (registry.byCode.get(code)?.topUpPosition ?? null) !== null;
}

export function isAssetCode(candidate: unknown): candidate is AssetCode {
  return typeof candidate === 'string' && registry.byCode.has(candidate);
}

/** The code that a text is; undefined where it is none. */
export function findAssetCode(text: string | null | undefined): AssetCode | undefined {
  return isAssetCode(text) ? text : undefined;
}

/** @throws RangeError for a code that is none, but in the browser. */
export function assetOf(code: AssetCode): Asset {
  const asset = registry.byCode.get(code);
  if (asset !== undefined) return asset;
  if (acceptsUnknown) return unknownAsset(code);
  throw new RangeError(`there is no asset ${code}`);
}

/** Which asset the market means; undefined where it is none of ours. */
export function assetOfMarket(marketId: string): Asset | undefined {
  return registry.byMarketId.get(marketId);
}

/** What the market calls those that it prices. */
export function marketIds(): readonly string[] {
  return [...registry.byMarketId.keys()];
}

/** One whole unit in the smallest unit. */
export function wholeUnitOf(code: AssetCode): bigint {
  return 10n ** BigInt(assetOf(code).decimals);
}

/** Outside the books a dollar has cents only. */
const usdDecimalsOutside = 2;

/**
 * Digits after the point outside the books: of what people type, of what rails bring, of the house's offers and of what
 * something is worth. The books count dollars in millionths; of all else a smallest unit is the same inside and outside.
 */
export function decimalsOutside(code: AssetCode): number {
  return code === 'USD' ? usdDecimalsOutside : assetOf(code).decimals;
}

/** The least amount outside the books, in the smallest unit of the books: 10,000 millionths of a dollar are a cent. */
export function stepOutside(code: AssetCode): bigint {
  return 10n ** BigInt(assetOf(code).decimals - decimalsOutside(code));
}

/** The chain's name as a payer knows it; null for what has none. */
export function networkOf(code: AssetCode): string | null {
  const { chain } = assetOf(code);
  return chain === null ? null : chainTraits[chain].name;
}

/** The operator makes it: nothing outside carries it, and its price is theirs. */
export function isMadeHere({ code, chain, priceUsd }: Asset): boolean {
  return code === coinCode || (chain === null && priceUsd !== null);
}

function unknownAsset(code: AssetCode): Asset {
  return {
    code,
    name: code,
    names: {},
    decimals: assetDecimalsMax,
    shownDecimals: assetDecimalsMax,
    chain: null,
    contractAddress: null,
    marketId: null,
    priceUsd: null,
    sandboxPriceUsd: null,
    withdrawalMin: '1',
    networkFee: '0',
    topUpPosition: null,
    isTransferable: false,
    isActive: true,
    icon: null,
  };
}
