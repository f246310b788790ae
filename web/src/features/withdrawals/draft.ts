import { destinationSchema, memoSchema } from '@mercury/contract/api/shapes.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode, MemoKind } from '@mercury/contract/money/asset.ts';
import { netOfFee, shareFee, withdrawalFee } from '@mercury/contract/money/fee.ts';

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

export type AmountProblem = 'enterValidAmount' | 'insufficientBalance' | 'belowMinimum';

/** `amountText` is a plain decimal. What is not there matters more than what is too little. */
export function amountProblem(amountText: string, terms: WithdrawalTerms): AmountProblem | undefined {
  const amount = parseAmount(terms.currency, amountText);
  const available = parseAmount(terms.currency, terms.availableBalance);
  const minimum = parseAmount(terms.currency, terms.minimum);
  if (!amount || amount.minorUnits === 0n) return 'enterValidAmount';
  if (!available || amount.minorUnits > available.minorUnits) return 'insufficientBalance';
  return minimum && amount.minorUnits < minimum.minorUnits ? 'belowMinimum' : undefined;
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

export type AddressProblem = 'required' | 'invalidAddress';

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
