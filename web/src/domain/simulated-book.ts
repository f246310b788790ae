import type { QueryOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { listTransactions, Transaction } from '@mercury/contract/api/transactions.ts';
import type { getBalance, Wallet } from '@mercury/contract/api/wallets.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { ApiError } from '../api/api-error.ts';
import type { Config } from './config-query.ts';
import {
  amountIn,
  sampleTransactions,
  sampleWallets,
  type SimulatedFacts,
  transactionOf,
  usdValueOf,
  walletOf,
} from './simulated-samples.ts';

type Balance = ReplyOf<typeof getBalance>;

/** The demo's state. It lives as long as the page. */
export class SimulatedBook {
  readonly samples: readonly Transaction[];
  private readonly config: Config;
  private readonly now: () => number;
  /** Newest first. */
  private made: readonly Transaction[] = [];
  /** Or its sample: a command changes it without a refetch. */
  private loaded: readonly Wallet[];
  private standIns: readonly Wallet[];

  constructor(config: Config, now: () => number) {
    this.config = config;
    this.now = now;
    this.samples = sampleTransactions(config, now());
    this.loaded = sampleWallets(config);
    this.standIns = this.loaded;
  }

  get transactions(): readonly Transaction[] {
    return this.made;
  }

  /** The sample wallets: all or none. */
  get sampleWallets(): readonly Wallet[] {
    return this.standIns;
  }

  /** Samples replace an empty load. The address is the person's own. */
  load(given: Balance | undefined): void {
    const isGiven = given !== undefined && !holdsNothing(given);
    this.standIns = isGiven ? [] : withAddress(sampleWallets(this.config), given?.wallet.address);
    this.loaded = isGiven ? given.wallets : this.standIns;
  }

  balance(): Balance {
    return withTransactions(this.loaded, this.made, this.config);
  }

  /** The same key is the same intent here too: it runs once. */
  make(key: string, facts: Omit<SimulatedFacts, 'id' | 'date' | 'timeline'>) {
    const date = new Date(this.now()).toISOString();
    const timeline = [{ state: facts.state ?? ('completed' as const), at: date }];
    const earlier = this.find(idOfKey(key));
    const transaction = earlier ?? transactionOf({ ...facts, id: idOfKey(key), date, timeline }, this.config);
    if (!earlier) this.made = [transaction, ...this.made];
    return { success: true as const, transaction, wallet: this.walletIn(transaction.currency) };
  }

  /** @throws ApiError InsufficientBalance, but never for a command that already ran. */
  requireAvailable(key: string, currency: AssetCode, amount: string): void {
    if (this.find(idOfKey(key))) return;
    const available = amountIn(currency, this.walletIn(currency).availableBalance);
    if (amountIn(currency, amount).minorUnits > available.minorUnits) {
      throw new ApiError({ code: 'InsufficientBalance', message: '', status: 422 });
    }
  }

  find(id: string): Transaction | undefined {
    return this.made.find((each) => each.id === id);
  }

  forget(): void {
    this.made = [];
    this.loaded = sampleWallets(this.config);
    this.standIns = this.loaded;
  }

  private walletIn(currency: AssetCode): Wallet {
    const { wallets } = withTransactions(this.loaded, this.made, this.config, currency);
    const wallet = wallets.find((each) => each.currency === currency);
    if (wallet === undefined) throw new Error('the currency that is asked for is among them');
    return wallet;
  }
}

function withAddress(wallets: readonly Wallet[], address: string | undefined): readonly Wallet[] {
  if (address === undefined) return wallets;
  return wallets.map((wallet) => (wallet.currency === coinCode ? { ...wallet, address } : wallet));
}

/** A key's 32 digits in the format of an id. */
function idOfKey(key: string): string {
  return key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export type TransactionFilter = QueryOf<typeof listTransactions>;

/** True if every wallet is empty and nothing is on its way. */
function holdsNothing({ wallets }: Balance): boolean {
  return !wallets.some(({ balance, pendingBalance }) => /[1-9]/.test(`${balance}${pendingBalance}`));
}

/** With a wallet of `wanted`, even an empty one. */
function withTransactions(
  wallets: readonly Wallet[],
  transactions: readonly Transaction[],
  config: Config,
  wanted: AssetCode = coinCode,
): Balance {
  const currencies = new Set<AssetCode>([coinCode, ...wallets.map(({ currency }) => currency), wanted]);
  for (const { currency } of transactions) currencies.add(currency);
  const changed = [...currencies].map((currency) => {
    const known = wallets.find((wallet) => wallet.currency === currency);
    const own = transactions.filter((transaction) => transaction.currency === currency);
    return withOwnTransactions(known ?? walletOf({ asset: currency, minorUnits: 0n }, config), own, config);
  });
  const wallet = changed.find(({ currency }) => currency === coinCode);
  if (wallet === undefined) throw new Error('the own coin is among the currencies');
  return { success: true, wallet, wallets: changed, totalUsdValue: totalOf(changed) };
}

function withOwnTransactions(wallet: Wallet, transactions: readonly Transaction[], config: Config): Wallet {
  if (transactions.length === 0) return wallet;
  const gained = sumOf(transactions.filter(({ status }) => status === 'COMPLETED'));
  const coming = sumOf(transactions.filter(({ status }) => status === 'PENDING'));
  const plus = (text: string, difference: bigint) => {
    const { asset, minorUnits } = amountIn(wallet.currency, text);
    const sum = minorUnits + difference;
    return { asset, minorUnits: notOwed(sum) };
  };
  const balance = plus(wallet.balance, gained);
  return {
    ...wallet,
    balance: formatAmount(balance),
    availableBalance: formatAmount(plus(wallet.availableBalance, gained)),
    pendingBalance: formatAmount(plus(wallet.pendingBalance, coming)),
    usdValue: usdValueOf(balance, config),
    isUsdValueIndicative: wallet.currency !== coinCode,
  };
}

/** The server's balance may have shrunk since. Simulated money never goes negative. */
export function notOwed(minorUnits: bigint): bigint {
  return minorUnits < 0n ? 0n : minorUnits;
}

/** Their total, in the smallest unit of their one currency. */
export function sumOf(transactions: readonly Transaction[]): bigint {
  return transactions.reduce((sum, { currency, amount, direction }) => {
    const { minorUnits } = amountIn(currency, amount);
    return direction === 'in' ? sum + minorUnits : sum - minorUnits;
  }, 0n);
}

function totalOf(wallets: readonly Wallet[]): string {
  const cents = wallets.reduce((sum, { usdValue }) => sum + amountIn('USD', usdValue ?? '0').minorUnits, 0n);
  return formatAmount({ asset: 'USD', minorUnits: cents });
}

/** As the server's filter: the first moment counts, the last does not. */
export function fitsFilter(transaction: Transaction, filter: TransactionFilter): boolean {
  const createdMs = Date.parse(transaction.createdAt);
  return (
    (filter.type === undefined || transaction.type === filter.type) &&
    (filter.status === undefined || transaction.status === filter.status) &&
    (filter.currency === undefined || transaction.currency === filter.currency) &&
    (filter.from === undefined || createdMs >= Date.parse(filter.from)) &&
    (filter.to === undefined || createdMs < Date.parse(filter.to))
  );
}
