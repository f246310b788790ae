import { coinCode } from '../product.ts';

/** The US dollar is a normal currency of the ledger, without an address or a chain. */
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

interface AssetTraits {
  readonly name: string;
  /** Digits after the point: one whole unit is 10^decimals of the smallest unit. The ledger counts the smallest unit. */
  readonly decimals: number;
  /** The chain that carries it; the US dollar has none. */
  readonly chain: Chain | null;
  /** The minimum withdrawal, in whole units. Paying out less would cost about as much as the amount. */
  readonly withdrawalMin: string;
}

/** Decimals match each chain's own smallest unit (satoshi, wei, sun, lamport, drop, nanoton ...). */
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

/** The chain's name that payers know; null for an asset without a chain. */
export function networkOf(asset: AssetCode): string | null {
  const { chain } = assetTraits[asset];
  return chain === null ? null : chainTraits[chain].name;
}

export function isAssetCode(candidate: unknown): candidate is AssetCode {
  return typeof candidate === 'string' && assetCodes.some((code) => code === candidate);
}

/** A payer's choices for a top-up, in the interface's order. */
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
