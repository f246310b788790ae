import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { addressByteCount, encodeAddress } from '@mercury/contract/money/address.ts';
import { type Amount, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import { type AssetCode, assetOf } from '@mercury/contract/money/asset.ts';
import { parsePrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { Config } from './config-query.ts';

/** Belongs to no account: simulated data has no owner. */
const nobodyId = '00000000-0000-4000-8000-000000000000';
const sampleAddress = encodeAddress(new Uint8Array(addressByteCount).fill(0x4d));

/** Reads an amount that this app wrote itself. */
export function amountIn(asset: AssetCode, text: string): Amount {
  const amount = parseAmount(asset, text);
  if (amount === undefined) throw new RangeError(`${text} is no amount of ${asset}`);
  return amount;
}

/** At prices that are good enough for a demo; null without a price. */
export function usdValueOf(amount: Amount, config: Config): string | null {
  const price = parsePrice(amount.asset, priceTextOf(amount.asset, config));
  if (price === undefined) return null;
  // Only shown, never paid out, so it is rounded to the nearest cent.
  return formatAmount(valueInUsd(amount, price, 'half-even'));
}

/** The own coin and the assets that the operator added have their real prices. */
function priceTextOf(asset: AssetCode, { coinPriceUsd }: Config): string {
  if (asset === coinCode) return coinPriceUsd;
  const { priceUsd, sandboxPriceUsd } = assetOf(asset);
  return asset === 'USD' ? '1' : (priceUsd ?? sandboxPriceUsd ?? '');
}

/** A wallet with this balance, all of it available. */
export function walletOf(balance: Amount, config: Config): Wallet {
  const { asset } = balance;
  const offered = config.assets.find(({ code }) => code === asset);
  const isOwnCoin = asset === coinCode;
  return {
    id: idOfNumber(asset.charCodeAt(0) * 256 + asset.charCodeAt(1)),
    currency: asset,
    symbol: asset,
    balance: formatAmount(balance),
    availableBalance: formatAmount(balance),
    inOrders: '0',
    pendingBalance: formatAmount({ asset, minorUnits: 0n }),
    usdValue: usdValueOf(balance, config),
    isUsdValueIndicative: !isOwnCoin,
    canDeposit: offered?.canDeposit ?? false,
    canWithdraw: offered?.canWithdraw ?? false,
    ...(isOwnCoin && { address: sampleAddress }),
  };
}

/** The fields that differ between simulated transactions. */
export type SimulatedFacts = Pick<Transaction, 'id' | 'type' | 'currency' | 'direction' | 'date'> &
  Partial<
    Pick<Transaction, 'status' | 'state' | 'counterparty' | 'note' | 'memo' | 'paymentUrl' | 'timeline'>
  > & { amount: string; fee?: string };

export function transactionOf({ amount, fee = '0', ...facts }: SimulatedFacts, config: Config): Transaction {
  const gross = amountIn(facts.currency, amount);
  const cost = amountIn(facts.currency, fee);
  const status = facts.status ?? 'COMPLETED';
  return {
    userId: nobodyId,
    status,
    state: 'completed',
    counterparty: null,
    counterpartyUsername: null,
    note: null,
    isNoteFromStranger: false,
    memo: null,
    externalReference: null,
    confirmations: null,
    waitsUntil: null,
    trade: null,
    canCancel: false,
    canClaim: false,
    timeline: [{ state: 'completed', at: facts.date }],
    paymentUrl: null,
    createdAt: facts.date,
    completedAt: status === 'PENDING' ? null : facts.date,
    ...facts,
    amount: formatAmount(gross),
    fee: formatAmount(cost),
    netAmount: formatAmount({ asset: gross.asset, minorUnits: gross.minorUnits - cost.minorUnits }),
    usdValue: usdValueOf(gross, config),
  };
}

/** Includes the pending amount of the transactions below. */
const sampleBalances = [
  { asset: coinCode, balance: '1250', pending: '0' },
  { asset: 'BTC', balance: '0.0425', pending: '0' },
  { asset: 'ETH', balance: '0.85', pending: '0.25' },
  { asset: 'USDT', balance: '480', pending: '0' },
] as const satisfies readonly { asset: AssetCode; balance: string; pending: string }[];

export function sampleWallets(config: Config): readonly Wallet[] {
  return sampleBalances.map(({ asset, balance, pending }) =>
    Object.assign(walletOf(amountIn(asset, balance), config), {
      pendingBalance: formatAmount(amountIn(asset, pending)),
    }),
  );
}

const hourMs = 60 * 60 * 1000;

/** Hours before now, newest first: more than one page, with every status colour. */
const sampleFacts: readonly (Omit<SimulatedFacts, 'id' | 'date'> & { hoursAgo: number })[] = [
  {
    hoursAgo: 3,
    type: 'TRANSFER',
    currency: coinCode,
    direction: 'out',
    amount: '75',
    counterparty: sampleAddress,
  },
  {
    hoursAgo: 9,
    type: 'DEPOSIT',
    currency: 'ETH',
    direction: 'in',
    amount: '0.25',
    status: 'PENDING',
    state: 'confirming',
  },
  { hoursAgo: 28, type: 'TOPUP', currency: coinCode, direction: 'in', amount: '175.43859649' },
  { hoursAgo: 55, type: 'WITHDRAW', currency: 'USDT', direction: 'out', amount: '120', fee: '0.6' },
  { hoursAgo: 80, type: 'BUY', currency: 'BTC', direction: 'in', amount: '0.0125' },
  { hoursAgo: 131, type: 'DEPOSIT', currency: 'USDT', direction: 'in', amount: '600' },
  {
    hoursAgo: 200,
    type: 'TOPUP',
    currency: coinCode,
    direction: 'in',
    amount: '43.85964912',
    status: 'FAILED',
    state: 'expired',
  },
  { hoursAgo: 320, type: 'DEPOSIT', currency: 'BTC', direction: 'in', amount: '0.03' },
];

export function sampleTransactions(config: Config, nowMs: number): readonly Transaction[] {
  return sampleFacts.map(({ hoursAgo, ...facts }, index) => {
    const date = new Date(nowMs - hoursAgo * hourMs).toISOString();
    const timeline = [{ state: facts.state ?? 'completed', at: date }];
    return transactionOf({ ...facts, id: idOfNumber(index + 1), date, timeline }, config);
  });
}

/** A stable id in the format of ids. */
function idOfNumber(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}
