import type { IncomingHttpHeaders } from 'node:http';
import type { Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';

export const railNames = ['sandbox', 'btcpay'] as const;
export type RailName = (typeof railNames)[number];

export interface PaymentRequest {
  readonly topUpId: string;
  /** Known to the payer only: 256 random bits. */
  readonly paymentToken: string;
  readonly usd: Amount;
  readonly expiresAt: Date;
}

export interface OpenedPayment {
  /** The rail's own id of the payment. */
  readonly externalId: string;
  readonly paymentUrl: string;
}

/** One payment towards a top-up, in its present state. */
export interface ObservedPayment {
  /** The rail's own id, the same at every observation. */
  readonly externalId: string;
  readonly amount: Amount;
  /** In US dollars at the rate that the payer was offered, rounded down. */
  readonly usd: Amount;
  /** Only `confirmed` is final. */
  readonly state: 'seen' | 'confirmed' | 'failed';
  readonly isWrongCoin: boolean;
  readonly seenAt: Date;
}

/** One payment to a deposit address, in its present state. */
export interface ObservedDeposit {
  readonly externalId: string;
  readonly amount: Amount;
  readonly address: string;
  /** Empty if there is none. */
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

/** `unknown`: it may or may not have been paid, and only a person can find out. */
export type PayoutResult =
  | { readonly state: 'paid'; readonly externalReference: string }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'unknown' };

/** What a webhook is about. It carries no facts: those are read from the rail, so order and repeats do not matter. */
export type WebhookSubject =
  | { readonly kind: 'topup'; readonly externalId: string }
  | { readonly kind: 'deposit'; readonly externalId: string };

export interface Webhook {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
}

/** The signature is missing or wrong: the webhook is not from the rail. */
export class WebhookForgedError extends Error {
  override readonly name = 'WebhookForgedError';
}

/** The rail did not answer, or not as documented. Every call except a payout may be retried. */
export class RailUnavailableError extends Error {
  override readonly name: string = 'RailUnavailableError';
}

/**
 * The rail answered, but not usefully about this one thing. Questions about other things may still work; a silent rail fails for
 * all.
 */
export class RailRefusedError extends RailUnavailableError {
  override readonly name = 'RailRefusedError';
}

/**
 * A way for money to come in and go out. A rail declares what it cannot do, and the interface hides it. Every call may leave the
 * process: never call while a transaction is open.
 */
export interface Rail {
  readonly name: RailName;
  readonly isSandbox: boolean;
  readonly canTopUp: boolean;
  canDeposit(asset: AssetCode): boolean;
  canWithdraw(asset: AssetCode): boolean;
  /** The origins where payers pay, besides the product's own address. */
  readonly paymentOrigins: readonly string[];
  /** True if the rail pays out by itself. Otherwise the operator pays, and confirms that. */
  readonly canPayOut: boolean;

  /** Opens a payment, or finds the one opened for this top-up before: a call after a crash opens no second one. */
  openPayment(request: PaymentRequest): Promise<OpenedPayment>;
  /** All payments towards a top-up so far. @throws RailUnavailableError, or its subclass RailRefusedError */
  findPayments(externalId: string): Promise<readonly ObservedPayment[]>;
  findDeposit(externalId: string): Promise<ObservedDeposit | undefined>;
  /** Undefined for a webhook without interest. @throws WebhookForgedError */
  readWebhook(webhook: Webhook): WebhookSubject | undefined;
  /** Sends money. Called once per withdrawal, whatever the result. A thrown error is an unknown result. */
  payOut(order: PayoutOrder): Promise<PayoutResult>;
  /** The result of a payout that may have been requested. */
  findPayout(withdrawalId: string): Promise<PayoutResult>;
}
