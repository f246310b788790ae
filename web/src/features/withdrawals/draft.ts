import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { destinationSchema, memoSchema } from '@mercury/contract/api/shapes.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { amountOf, formatAmount, parseAmount, wholePartOutside } from '@mercury/contract/money/amount.ts';
import type { AssetCode, MemoKind } from '@mercury/contract/money/asset.ts';
import { netOfFee, shareFee, withdrawalFee } from '@mercury/contract/money/fee.ts';
import type { AssetOffer } from '../../domain/config-query.ts';

/** What a withdrawal is checked against. Decimals as they travel. */
export interface WithdrawalTerms {
  currency: AssetCode;
  availableBalance: string;
  /** Less than this can't be withdrawn. */
  minimum: string;
  /** The share of the amount that is taken, in hundredths of a percent. */
  feeBps: number;
  /** What is taken beside it, whatever the amount. */
  networkFee: string;
}

type AmountProblem = 'enterValidAmount' | 'insufficientBalance' | 'belowMinimum';

/** `amountText` is a plain decimal. What is not there matters more than what is too little. */
export function amountProblem(amountText: string, terms: WithdrawalTerms): AmountProblem | undefined {
  const amount = parseAmount(terms.currency, amountText);
  const available = parseAmount(terms.currency, terms.availableBalance);
  const minimum = parseAmount(terms.currency, terms.minimum);
  if (!amount || amount.minorUnits === 0n) return 'enterValidAmount';
  if (!available || amount.minorUnits > available.minorUnits) return 'insufficientBalance';
  return minimum && amount.minorUnits < minimum.minorUnits ? 'belowMinimum' : undefined;
}

/** All that can leave: dollars leave in whole cents. */
export function mostOf({ currency, availableBalance }: WithdrawalTerms): string {
  const available = parseAmount(currency, availableBalance);
  return available ? formatAmount(wholePartOutside(available)) : availableBalance;
}

export interface WithdrawalQuote {
  amount: string;
  shareFee: string;
  /** Nothing where none is taken. */
  networkFee: string | undefined;
  /** Both together. */
  fee: string;
  arrives: string;
  /** What stays available; nothing where there is not enough. */
  remaining: string | undefined;
}

/** What leaves, what it costs and what arrives, as the server reckons it; of no amount nothing arrives. */
export function quoteWithdrawal(amountText: string, terms: WithdrawalTerms): WithdrawalQuote {
  const { currency, feeBps } = terms;
  const networkFee = parseAmount(currency, terms.networkFee)?.minorUnits ?? 0n;
  const price = { feeBps, networkFee };
  const amount = parseAmount(currency, amountText) ?? amountOf(currency, 0n);
  const remaining = (parseAmount(currency, terms.availableBalance)?.minorUnits ?? 0n) - amount.minorUnits;
  return {
    amount: formatAmount(amount),
    shareFee: formatAmount(shareFee(amount, feeBps)),
    networkFee: networkFee === 0n ? undefined : formatAmount(amountOf(currency, networkFee)),
    fee: formatAmount(withdrawalFee(amount, price)),
    arrives: formatAmount(netOfFee(amount, price)),
    remaining: remaining < 0n ? undefined : formatAmount(amountOf(currency, remaining)),
  };
}

type AddressProblem = 'required' | 'invalidAddress';

/** Whether it is one of its chain's addresses, the server says: here only what no address ever has is found. */
export function destinationProblem(address: string): AddressProblem | undefined {
  if (address.trim() === '') return 'required';
  return destinationSchema.safeParse(address).success ? undefined : 'invalidAddress';
}

/** A destination tag is a number of 32 bits. */
const tagMax = 2 ** 32 - 1;

/** Nothing is right too: most recipients have none. */
export function isMemoValid(memo: string, memoKind: MemoKind | null): boolean {
  const given = memo.trim();
  if (given === '' || memoKind === null) return true;
  if (memoKind === 'tag') return /^(0|[1-9]\d{0,9})$/.test(given) && Number(given) <= tagMax;
  return memoSchema.safeParse(given).success;
}

export type WithdrawalOrder = BodyOf<typeof withdraw>;

/** What the form holds, as it was typed; the amount is a plain decimal already. */
export interface WithdrawalEntry {
  currency: AssetCode;
  amount: string;
  address: string;
  memo: string;
}

/** The command that a checked entry stands for, with the fee that was shown of it. */
export function orderOf({ currency, amount, address, memo }: WithdrawalEntry, fee: string): WithdrawalOrder {
  const parsed = parseAmount(currency, amount);
  if (!parsed) throw new RangeError('an order is made of a checked entry');
  return {
    currency,
    amount: formatAmount(parsed),
    address: address.trim(),
    ...(memo.trim() !== '' && { memo: memo.trim() }),
    fee,
  };
}

/** A wallet that can be withdrawn from, with what there is to know of its currency. */
export interface Source {
  wallet: Wallet;
  offer: AssetOffer;
}

interface SourcesGiven {
  assets: readonly AssetOffer[];
  wallets: readonly Wallet[];
  /** Withdrawals go to addresses of the book only. An example that stands in no book is none then. */
  isBookOnly: boolean;
}

export function sourcesOf({ assets, wallets, isBookOnly }: SourcesGiven): Source[] {
  return wallets.flatMap((wallet) => {
    const offer = assets.find(({ code }) => code === wallet.currency);
    if (!offer?.canWithdraw || !wallet.canWithdraw) return [];
    return [{ wallet, offer: isBookOnly ? { ...offer, exampleAddress: null } : offer }];
  });
}

export function termsOf({ wallet, offer }: Source, feeBps: number): WithdrawalTerms {
  return {
    currency: wallet.currency,
    availableBalance: wallet.availableBalance,
    minimum: offer.withdrawalMin,
    feeBps,
    networkFee: offer.networkFee,
  };
}

export function isEmpty({ wallet }: Source): boolean {
  return !/[1-9]/.test(wallet.availableBalance);
}

/** Begins with the currency that was asked for, else with the first that there is something of. */
export function firstOf(sources: readonly Source[], currency: AssetCode | undefined): Source | undefined {
  return (
    sources.find(({ wallet }) => wallet.currency === currency) ??
    sources.find((source) => !isEmpty(source)) ??
    sources[0]
  );
}
