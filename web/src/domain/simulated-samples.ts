import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { addressByteCount, encodeAddress } from '@mercury/contract/money/address.ts';
import { type Amount, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { Config } from './config-query.ts';

/** Pretend prices in US dollars, good enough for a demo. The product's own coin has its real price. */
const pricesUsd: Readonly<Record<Exclude<AssetCode, typeof coinCode>, string>> = {
  USD: '1',
  BTC: '45382.51',
  ETH: '2941.37',
  USDT: '1',
  USDC: '1',
  TRX: '0.1184',
  BNB: '312.4',
  DOGE: '0.0832',
  TON: '2.37',
  SOL: '101.6',
  XRP: '0.5521',
  LTC: '70.15',
};

/** No owner: simulated data belongs to no account. */
const nobodyId = '00000000-0000-4000-8000-000000000000';
const sampleAddress = encodeAddress(new Uint8Array(addressByteCount).fill(0x4d));

/** Reads an amount that this app wrote itself. */
export function amountIn(asset: AssetCode, text: string): Amount {
  const amount = parseAmount(asset, text);
  if (amount === undefined) throw new RangeError(`${text} is no amount of ${asset}`);
  return amount;
}

export function usdValueOf(amount: Amount, { coinPriceUsd }: Config): string {
  const text = amount.asset === coinCode ? coinPriceUsd : pricesUsd[amount.asset];
  const price = parsePrice(amount.asset, text);
  if (price === undefined) throw new RangeError(`${text} is no price of ${amount.asset}`);
  // Display only, never paid out, so it rounds to the nearest cent as readers expect.
  return formatAmount(valueInUsd(amount, price, 'half-even'));
}

/** A wallet with this amount, all available. */
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
