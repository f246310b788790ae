import { coinCode } from '../product.ts';
import type { Asset, SeededCode } from './asset.ts';

type Traits = Pick<Asset, 'decimals' | 'chain' | 'withdrawalMin'> & Partial<Asset>;

function seed(code: SeededCode, name: string, traits: Traits): Asset {
  return {
    code,
    name,
    names: {},
    shownDecimals: traits.decimals,
    contractAddress: null,
    marketId: null,
    priceUsd: null,
    sandboxPriceUsd: null,
    networkFee: '0',
    topUpPosition: null,
    isTransferable: true,
    isActive: true,
    icon: code.toLowerCase(),
    ...traits,
  };
}

/**
 * The specification's twelve assets and the product's own coin, as a new database has them; the coin's price is a setting. Tests
 * count with them, and the browser shows them before the first answer. Decimals are those of each chain's smallest unit (satoshi,
 * wei, sun, lamport, drop, nanoton ...). Markets are quoted in US dollars, so their books are finer than a cent.
 */
export const seededAssets: readonly Asset[] = [
  seed(coinCode, 'Mercury', { decimals: 8, chain: 'mercury', withdrawalMin: '1' }),
  seed('USD', 'US Dollar', { decimals: 6, shownDecimals: 2, chain: null, withdrawalMin: '1' }),
  seed('BTC', 'Bitcoin', {
    decimals: 8,
    chain: 'bitcoin',
    withdrawalMin: '0.0001',
    marketId: 'bitcoin',
    sandboxPriceUsd: '45382.51',
    topUpPosition: 1,
  }),
  seed('ETH', 'Ethereum', {
    decimals: 18,
    chain: 'ethereum',
    withdrawalMin: '0.002',
    marketId: 'ethereum',
    sandboxPriceUsd: '2941.37',
    topUpPosition: 2,
  }),
  seed('TRX', 'TRON', {
    decimals: 6,
    chain: 'tron',
    withdrawalMin: '10',
    marketId: 'tron',
    sandboxPriceUsd: '0.1184',
    topUpPosition: 3,
  }),
  seed('USDT', 'Tether', {
    decimals: 6,
    chain: 'ethereum',
    contractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    withdrawalMin: '5',
    marketId: 'tether',
    sandboxPriceUsd: '1',
    topUpPosition: 4,
  }),
  seed('USDC', 'USD Coin', {
    decimals: 6,
    chain: 'ethereum',
    contractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    withdrawalMin: '5',
    marketId: 'usd-coin',
    sandboxPriceUsd: '1',
    topUpPosition: 8,
  }),
  seed('BNB', 'BNB', {
    decimals: 18,
    chain: 'bnb',
    withdrawalMin: '0.005',
    marketId: 'binancecoin',
    sandboxPriceUsd: '312.4',
    topUpPosition: 5,
  }),
  seed('SOL', 'Solana', {
    decimals: 9,
    chain: 'solana',
    withdrawalMin: '0.02',
    marketId: 'solana',
    sandboxPriceUsd: '101.6',
    topUpPosition: 9,
  }),
  seed('XRP', 'XRP', {
    decimals: 6,
    chain: 'xrp',
    withdrawalMin: '2',
    marketId: 'ripple',
    sandboxPriceUsd: '0.5521',
    topUpPosition: 10,
  }),
  seed('DOGE', 'Dogecoin', {
    decimals: 8,
    chain: 'dogecoin',
    withdrawalMin: '20',
    marketId: 'dogecoin',
    sandboxPriceUsd: '0.0832',
    topUpPosition: 6,
  }),
  seed('LTC', 'Litecoin', {
    decimals: 8,
    chain: 'litecoin',
    withdrawalMin: '0.02',
    marketId: 'litecoin',
    sandboxPriceUsd: '70.15',
    topUpPosition: 11,
  }),
  seed('TON', 'Toncoin', {
    decimals: 9,
    chain: 'ton',
    withdrawalMin: '1',
    marketId: 'the-open-network',
    sandboxPriceUsd: '2.37',
    topUpPosition: 7,
  }),
];
