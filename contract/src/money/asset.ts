import { coinCode } from '../product.ts';

/** The US dollar is a currency of the ledger like any other; it has no address and no chain. */
export const assetCodes = [
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
export type AssetCode = (typeof assetCodes)[number];

/** The ledgers outside that carry assets. Those of one chain share a deposit address. */
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

/** What a destination carries beside its address: a number (XRP's destination tag), or a text (TON's comment). */
export const memoKinds = ['tag', 'memo'] as const;
export type MemoKind = (typeof memoKinds)[number];

interface ChainTraits {
  /** As a payer knows it. */
  readonly name: string;
  readonly memoKind: MemoKind | null;
  /** How deep a payment must be before it counts as final: some minutes to an hour, as exchanges do. */
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

interface AssetTraits {
  readonly name: string;
  /** Digits after the point: one whole unit is 10^decimals of the smallest unit, which is what the ledger counts. */
  readonly decimals: number;
  /** What carries it outside; the US dollar has no such thing. */
  readonly chain: Chain | null;
  /** What is less than this can't be withdrawn: paying it out would cost about as much. In whole units. */
  readonly withdrawalMin: string;
}

/** Decimals are those of each chain's own smallest unit (satoshi, wei, sun, lamport, drop, nanoton ...). */
export const assetTraits: Readonly<Record<AssetCode, AssetTraits>> = {
  [coinCode]: { name: 'Mercury', decimals: 8, chain: 'mercury', withdrawalMin: '1' },
  USD: { name: 'US Dollar', decimals: 2, chain: null, withdrawalMin: '1.00' },
  BTC: { name: 'Bitcoin', decimals: 8, chain: 'bitcoin', withdrawalMin: '0.0001' },
  ETH: { name: 'Ethereum', decimals: 18, chain: 'ethereum', withdrawalMin: '0.002' },
  TRX: { name: 'TRON', decimals: 6, chain: 'tron', withdrawalMin: '10' },
  USDT: { name: 'Tether', decimals: 6, chain: 'ethereum', withdrawalMin: '5' },
  USDC: { name: 'USD Coin', decimals: 6, chain: 'ethereum', withdrawalMin: '5' },
  BNB: { name: 'BNB', decimals: 18, chain: 'bnb', withdrawalMin: '0.005' },
  SOL: { name: 'Solana', decimals: 9, chain: 'solana', withdrawalMin: '0.02' },
  XRP: { name: 'XRP', decimals: 6, chain: 'xrp', withdrawalMin: '2' },
  DOGE: { name: 'Dogecoin', decimals: 8, chain: 'dogecoin', withdrawalMin: '20' },
  LTC: { name: 'Litecoin', decimals: 8, chain: 'litecoin', withdrawalMin: '0.02' },
  TON: { name: 'Toncoin', decimals: 9, chain: 'ton', withdrawalMin: '1' },
};

/** The chain's name as a payer knows it; null for what has none. */
export function networkOf(asset: AssetCode): string | null {
  const { chain } = assetTraits[asset];
  return chain === null ? null : chainTraits[chain].name;
}

export function isAssetCode(candidate: unknown): candidate is AssetCode {
  return typeof candidate === 'string' && assetCodes.some((code) => code === candidate);
}

/** What a top-up's payer can choose from, in the order that the interface lists it. */
export const topUpCoinCodes = [
  'BTC',
  'ETH',
  'TRX',
  'USDT',
  'BNB',
  'DOGE',
  'TON',
  'USDC',
  'SOL',
  'XRP',
  'LTC',
] as const satisfies readonly AssetCode[];
export type TopUpCoinCode = (typeof topUpCoinCodes)[number];

export function isTopUpCoinCode(candidate: AssetCode): candidate is TopUpCoinCode {
  return topUpCoinCodes.some((code) => code === candidate);
}
