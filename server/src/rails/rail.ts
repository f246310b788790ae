import type { IncomingHttpHeaders } from 'node:http';
import type { Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';

export const railNames = ['sandbox', 'btcpay'] as const;
export type RailName = (typeof railNames)[number];

/** What a payment of a top-up is opened with. */
export interface PaymentRequest {
  readonly topUpId: string;
  /** Known to the payer alone: 256 random bits. */
  readonly paymentToken: string;
  readonly usd: Amount;
  readonly expiresAt: Date;
}

export interface OpenedPayment {
  /** The rail's own id of it. */
  readonly externalId: string;
  /** Where the payer pays. */
  readonly paymentUrl: string;
}

/** One payment towards a top-up, as it stands. */
export interface ObservedPayment {
  /** The rail's own id, the same however often it is observed. */
  readonly externalId: string;
  readonly amount: Amount;
  /** In US dollars at the rate that the payer was offered, rounded down. */
  readonly usd: Amount;
  /** Only `confirmed` is final. */
  readonly state: 'seen' | 'confirmed' | 'failed';
  readonly isWrongCoin: boolean;
  readonly seenAt: Date;
}

/** One payment to a deposit address, as it stands. */
export interface ObservedDeposit {
  readonly externalId: string;
  readonly amount: Amount;
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  /** The chain has dropped it, or will never have it. */
  readonly hasFailed: boolean;
}

export interface PayoutOrder {
  readonly withdrawalId: string;
  /** What arrives, after the fee. */
  readonly amount: Amount;
  readonly address: string;
  readonly memo: string;
}

/** `unknown`: it may or may not have been paid, and nobody but a person can find out. */
export type PayoutResult =
  | { readonly state: 'paid'; readonly externalReference: string }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'unknown' };

/** What a callback is about. It carries no facts: those are asked of the rail, so that order and repeats do not matter. */
export type CallbackSubject =
  | { readonly kind: 'topup'; readonly externalId: string }
  | { readonly kind: 'deposit'; readonly externalId: string };

export interface Callback {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
}

/** Its signature is missing or wrong: it is not from the rail. */
export class CallbackForgedError extends Error {
  override readonly name = 'CallbackForgedError';
}

/** The rail did not answer, or not as documented. What was asked of it may be asked again; only a payout may not. */
export class RailUnavailableError extends Error {
  override readonly name: string = 'RailUnavailableError';
}

/**
 * It did answer, and can't say what was asked of this one thing, or not so that it can be used. Of another it may say
 * more, where one that is silent is silent about all.
 */
export class RailRefusedError extends RailUnavailableError {
  override readonly name = 'RailRefusedError';
}

/**
 * A way for money to come and go. What it can't do it declares, and the interface hides it. Every call may leave the
 * process: none is made while a transaction is open.
 */
export interface Rail {
  readonly name: RailName;
  readonly isSandbox: boolean;
  readonly canTopUp: boolean;
  canDeposit(asset: AssetCode): boolean;
  canWithdraw(asset: AssetCode): boolean;
  /** Where payers are sent to pay, beside this product's own address. */
  readonly paymentOrigins: readonly string[];
  /** It pays out by itself; where not, the operator does, and says so. */
  readonly canPayOut: boolean;

  /** Opens a payment, or finds the one that was opened for this top-up before: asked again after a crash, it opens no second. */
  openPayment(request: PaymentRequest): Promise<OpenedPayment>;
  /** Everything that has been paid towards a top-up so far. @throws RailUnavailableError, of which RailRefusedError is one */
  findPayments(externalId: string): Promise<readonly ObservedPayment[]>;
  findDeposit(externalId: string): Promise<ObservedDeposit | undefined>;
  /** Undefined for what is of no interest. @throws CallbackForgedError */
  readCallback(callback: Callback): CallbackSubject | undefined;
  /** Sends money. Called once for a withdrawal, whatever it answers. A thrown error is an unknown result. */
  payOut(order: PayoutOrder): Promise<PayoutResult>;
  /** What became of a payout that may have been asked for. */
  findPayout(withdrawalId: string): Promise<PayoutResult>;
}
