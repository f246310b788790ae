import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { getBalance, Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { ApiError } from './api-error.ts';
import { holdsNothing, withTransactions } from './simulated-overlay.ts';
import {
  amountIn,
  type Config,
  sampleTransactions,
  sampleWallets,
  type SimulatedFacts,
  transactionOf,
} from './simulated-samples.ts';

type Balance = ReplyOf<typeof getBalance>;

/** What has happened in a demo, for as long as the page lives. */
export class SimulatedBook {
  readonly samples: readonly Transaction[];
  private readonly config: Config;
  private readonly now: () => number;
  /** Newest first. */
  private made: readonly Transaction[] = [];
  /** What the last load gave, or what stands in for it: a command changes it without asking again. */
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

  /** The samples among the wallets: all of them, or none. */
  get sampleWallets(): readonly Wallet[] {
    return this.standIns;
  }

  /** Samples stand in where a load gave nothing; the person's address is theirs all the same. */
  load(given: Balance | undefined): void {
    const isGiven = given !== undefined && !holdsNothing(given);
    this.standIns = isGiven ? [] : withAddress(sampleWallets(this.config), given?.wallet.address);
    this.loaded = isGiven ? given.wallets : this.standIns;
  }

  balance(): Balance {
    return withTransactions(this.loaded, this.made, this.config);
  }

  /** The same key is the same intent, here too: it is carried out once. */
  make(key: string, facts: Omit<SimulatedFacts, 'id' | 'date' | 'timeline'>) {
    const date = new Date(this.now()).toISOString();
    const timeline = [{ state: facts.state ?? ('completed' as const), at: date }];
    const earlier = this.find(idOfKey(key));
    const transaction = earlier ?? transactionOf({ ...facts, id: idOfKey(key), date, timeline }, this.config);
    if (!earlier) this.made = [transaction, ...this.made];
    return { success: true as const, transaction, wallet: this.walletIn(transaction.currency) };
  }

  /** @throws ApiError InsufficientBalance, but not for what is done already. */
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

/** A key's 32 digits in the form of an id. */
function idOfKey(key: string): string {
  return key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
