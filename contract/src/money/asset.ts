import type { Locale } from '../locales.ts';
import { coinCode } from '../product.ts';
import { seededAssets } from './seeded-assets.ts';

/** Every build knows these. What the operator adds exists only in the database. */
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

/** A code that the build knows, or one that passed `isAssetCode`. */
export type AssetCode = SeededCode | (string & { readonly [known]: true });

/** A code of digits alone would look like an amount. */
export const assetCodePattern = /^(?=.*[A-Z])[A-Z0-9]{2,12}$/;

/** As many as Ethereum's own unit has. */
export const assetDecimalsMax = 18;

/** Assets of one chain share a deposit address. */
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

/** XRP's destination tag is a number, TON's comment a text. */
export const memoKinds = ['tag', 'memo'] as const;
export type MemoKind = (typeof memoKinds)[number];

interface ChainTraits {
  /** The name that payers know. */
  readonly name: string;
  readonly memoKind: MemoKind | null;
  /** Until a payment is final: minutes to an hour, as on exchanges. */
  readonly confirmationsNeeded: number;
  /** Within so many minutes a payment that was sent usually arrives, on a day that is not unusually busy. */
  readonly arrivalMinutes: number;
}

export const chainTraits: Readonly<Record<Chain, ChainTraits>> = {
  mercury: { name: 'Mercury', memoKind: null, confirmationsNeeded: 1, arrivalMinutes: 1 },
  bitcoin: { name: 'Bitcoin', memoKind: null, confirmationsNeeded: 3, arrivalMinutes: 60 },
  litecoin: { name: 'Litecoin', memoKind: null, confirmationsNeeded: 6, arrivalMinutes: 30 },
  dogecoin: { name: 'Dogecoin', memoKind: null, confirmationsNeeded: 40, arrivalMinutes: 60 },
  ethereum: { name: 'Ethereum', memoKind: null, confirmationsNeeded: 12, arrivalMinutes: 10 },
  bnb: { name: 'BNB Smart Chain', memoKind: null, confirmationsNeeded: 15, arrivalMinutes: 5 },
  tron: { name: 'TRON', memoKind: null, confirmationsNeeded: 20, arrivalMinutes: 5 },
  solana: { name: 'Solana', memoKind: null, confirmationsNeeded: 32, arrivalMinutes: 2 },
  xrp: { name: 'XRP Ledger', memoKind: 'tag', confirmationsNeeded: 1, arrivalMinutes: 2 },
  ton: { name: 'TON', memoKind: 'memo', confirmationsNeeded: 10, arrivalMinutes: 2 },
};

/** Code and decimals never change, because amounts are counted in them. */
export interface Asset {
  readonly code: AssetCode;
  /** The English name. */
  readonly name: string;
  /** Names in other languages. Those of seeded assets are texts of the interface. */
  readonly names: Readonly<Partial<Record<Locale, string>>>;
  /** One whole unit is 10^decimals of the smallest unit, which the ledger counts. */
  readonly decimals: number;
  /** The most digits after the point. The rest is cut off, never rounded up. */
  readonly shownDecimals: number;
  /** Null for the US dollar and for coins that move only inside the product. */
  readonly chain: Chain | null;
  readonly contractAddress: string | null;
  /** CoinGecko's id. Several coins share a symbol there, but never an id. */
  readonly marketId: string | null;
  /** Of one whole unit, if the operator sets it and no market does. */
  readonly priceUsd: string | null;
  /** Good for nothing but the sandbox. */
  readonly sandboxPriceUsd: string | null;
  /** In whole units. Paying out less would cost about as much as the amount. */
  readonly withdrawalMin: string;
  /** Of the chain, in whole units. A setting of the operator overrides it. */
  readonly networkFee: string;
  /** Among the coins that can pay a top-up; null if it can't. */
  readonly topUpPosition: number | null;
  readonly isTransferable: boolean;
  /** An inactive asset can't be paid in or traded. It can still be held, transferred and withdrawn. */
  readonly isActive: boolean;
  /** In `/coins`. Without one, an icon is drawn from the code's letters. */
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

/** The server reads the list from the database, the browser from the server. */
export function loadAssets(assets: readonly Asset[]): void {
  registry = registryOf(assets);
  for (const listener of listeners) listener();
}

/** Returns the function that unsubscribes. */
export function subscribeAssets(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * For the browser only: an amount of a new asset may arrive before the list that describes the asset. It is written with as many
 * digits as any asset has. Where money is counted, an unknown asset is a bug.
 */
export function acceptUnknownAssets(): void {
  acceptsUnknown = true;
}

/** The product's own coin first. The same array until the list changes. */
export function listAssets(): readonly Asset[] {
  return registry.assets;
}

export function assetCodes(): readonly AssetCode[] {
  return registry.codes;
}

/** Can be paid in and traded. */
export function activeCodes(): readonly AssetCode[] {
  return registry.activeCodes;
}

/** In the interface's order. */
export function topUpCodes(): readonly AssetCode[] {
  return registry.topUpCodes;
}

/** Also for a coin that was switched off since: what was paid with it counts. */
export function isTopUpCode(code: string): boolean {
  return (registry.byCode.get(code)?.topUpPosition ?? null) !== null;
}

export function isAssetCode(candidate: unknown): candidate is AssetCode {
  return typeof candidate === 'string' && registry.byCode.has(candidate);
}

export function findAssetCode(text: string | null | undefined): AssetCode | undefined {
  return isAssetCode(text) ? text : undefined;
}

/** @throws RangeError for an unknown code, except in the browser. */
export function assetOf(code: AssetCode): Asset {
  const asset = registry.byCode.get(code);
  if (asset !== undefined) return asset;
  if (acceptsUnknown) return unknownAsset(code);
  throw new RangeError(`there is no asset ${code}`);
}

export function assetOfMarket(marketId: string): Asset | undefined {
  return registry.byMarketId.get(marketId);
}

export function marketIds(): readonly string[] {
  return [...registry.byMarketId.keys()];
}

/** One whole unit in the smallest unit. */
export function wholeUnitOf(code: AssetCode): bigint {
  return 10n ** BigInt(assetOf(code).decimals);
}

/** Outside the books a dollar has only cents. */
const usdDecimalsOutside = 2;

/**
 * Digits in what people type, what rails bring, the house's offers and valuations. The books count dollars in millionths; other
 * assets have one smallest unit.
 */
export function decimalsOutside(code: AssetCode): number {
  return code === 'USD' ? usdDecimalsOutside : assetOf(code).decimals;
}

/** In the smallest unit of the books: 10,000 millionths of a dollar are a cent. */
export function stepOutside(code: AssetCode): bigint {
  return 10n ** BigInt(assetOf(code).decimals - decimalsOutside(code));
}

/** As payers know it; null without a chain. */
export function networkOf(code: AssetCode): string | null {
  const { chain } = assetOf(code);
  return chain === null ? null : chainTraits[chain].name;
}

/** Nothing outside carries it, and the operator sets its price. */
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
