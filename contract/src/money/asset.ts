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

interface AssetTraits {
  readonly name: string;
  /** Digits after the point: one whole unit is 10^decimals of the smallest unit, which is what the ledger counts. */
  readonly decimals: number;
  /** The chain that carries it, as a payer knows it; the US dollar has none. */
  readonly network: string | null;
  /** What is less than this can't be withdrawn: paying it out would cost about as much. In whole units. */
  readonly withdrawalMin: string;
}

/** Decimals are those of each chain's own smallest unit (satoshi, wei, sun, lamport, drop, nanoton ...). */
export const assetTraits: Readonly<Record<AssetCode, AssetTraits>> = {
  [coinCode]: { name: 'Mercury', decimals: 8, network: 'Mercury', withdrawalMin: '1' },
  USD: { name: 'US Dollar', decimals: 2, network: null, withdrawalMin: '1.00' },
  BTC: { name: 'Bitcoin', decimals: 8, network: 'Bitcoin', withdrawalMin: '0.0001' },
  ETH: { name: 'Ethereum', decimals: 18, network: 'Ethereum', withdrawalMin: '0.002' },
  TRX: { name: 'TRON', decimals: 6, network: 'TRON', withdrawalMin: '10' },
  USDT: { name: 'Tether', decimals: 6, network: 'Ethereum', withdrawalMin: '5' },
  USDC: { name: 'USD Coin', decimals: 6, network: 'Ethereum', withdrawalMin: '5' },
  BNB: { name: 'BNB', decimals: 18, network: 'BNB Smart Chain', withdrawalMin: '0.005' },
  SOL: { name: 'Solana', decimals: 9, network: 'Solana', withdrawalMin: '0.02' },
  XRP: { name: 'XRP', decimals: 6, network: 'XRP Ledger', withdrawalMin: '2' },
  DOGE: { name: 'Dogecoin', decimals: 8, network: 'Dogecoin', withdrawalMin: '20' },
  LTC: { name: 'Litecoin', decimals: 8, network: 'Litecoin', withdrawalMin: '0.02' },
  TON: { name: 'Toncoin', decimals: 9, network: 'TON', withdrawalMin: '1' },
};

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
