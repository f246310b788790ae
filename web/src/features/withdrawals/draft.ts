import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { destinationSchema, memoSchema } from '@mercury/contract/api/shapes.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { amountOf, formatAmount, parseAmount, wholePartOutside } from '@mercury/contract/money/amount.ts';
import { type AddressProblem, problemOfAddress } from '@mercury/contract/money/address-problem.ts';
import type { AssetCode, Chain, MemoKind } from '@mercury/contract/money/asset.ts';
import { netOfFee, shareFee, withdrawalFee } from '@mercury/contract/money/fee.ts';
import type { AssetOffer } from '../../domain/config-query.ts';

/** What a withdrawal is checked against. Decimals as in the API. */
export interface WithdrawalTerms {
  currency: AssetCode;
  availableBalance: string;
  /** The smallest amount that can be withdrawn. */
  minimum: string;
  /** Our fee as a share of the amount, in hundredths of a percent. */
  feeBps: number;
  /** The additional fee, the same for every amount. */
  networkFee: string;
}

type AmountProblem = 'enterValidAmount' | 'insufficientBalance' | 'belowMinimum';

/** `amountText` is a plain decimal. Too little money is reported before too small an amount. */
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
  /** Undefined if there is none. */
  networkFee: string | undefined;
  /** Both fees together. */
  fee: string;
  arrives: string;
  /** What stays available; undefined if the balance is too small. */
  remaining: string | undefined;
}

/** What leaves, what it costs and what arrives, computed like on the server. Without an amount nothing arrives. */
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

export type DestinationProblem = { kind: 'required' } | { kind: 'invalidCharacters' } | AddressProblem;

/** What the characters of an address tell. Whose it is, only the server knows. */
export function destinationProblem(address: string, chain: Chain | null): DestinationProblem | undefined {
  const given = address.trim();
  if (given === '') return { kind: 'required' };
  if (!destinationSchema.safeParse(given).success) return { kind: 'invalidCharacters' };
  return chain === null ? undefined : problemOfAddress(chain, given);
}

/** False while more characters may put it right: nobody is told off for an address that they are still typing. */
export function isSaidWhileTyping({ kind }: DestinationProblem): boolean {
  return kind !== 'required' && kind !== 'incomplete';
}

/** A destination tag is a number of 32 bits. */
const tagMax = 2 ** 32 - 1;

/** An empty memo is valid: most recipients have none. */
export function isMemoValid(memo: string, memoKind: MemoKind | null): boolean {
  const given = memo.trim();
  if (given === '' || memoKind === null) return true;
  if (memoKind === 'tag') return /^(0|[1-9]\d{0,9})$/.test(given) && Number(given) <= tagMax;
  return memoSchema.safeParse(given).success;
}

/** The shown fee is no part of the intent: with another fee the withdrawal is the same. */
export type WithdrawalIntent = Omit<BodyOf<typeof withdraw>, 'fee'>;

/** The form's values as typed. The amount is a plain decimal already. */
export interface WithdrawalEntry {
  currency: AssetCode;
  amount: string;
  address: string;
  memo: string;
}

/** What is asked for by a checked entry. */
export function intentOf({ currency, amount, address, memo }: WithdrawalEntry): WithdrawalIntent {
  const parsed = parseAmount(currency, amount);
  if (!parsed) throw new RangeError('an order is made of a checked entry');
  return {
    currency,
    amount: formatAmount(parsed),
    address: address.trim(),
    ...(memo.trim() !== '' && { memo: memo.trim() }),
  };
}

/** A wallet that can be withdrawn from, and the options of its currency. */
export interface Source {
  wallet: Wallet;
  offer: AssetOffer;
}

interface SourcesGiven {
  assets: readonly AssetOffer[];
  wallets: readonly Wallet[];
  /** Withdrawals go only to addresses of the book, so an example address is of no use. */
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

/** The wanted currency, else the first one with a balance. */
export function firstOf(sources: readonly Source[], currency: AssetCode | undefined): Source | undefined {
  return (
    sources.find(({ wallet }) => wallet.currency === currency) ??
    sources.find((source) => !isEmpty(source)) ??
    sources[0]
  );
}
