import type { IncomingHttpHeaders } from 'node:http';
import type { Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';

export const railNames = ['sandbox', 'btcpay'] as const;
export type RailName = (typeof railNames)[number];

export interface PaymentRequest {
  readonly topUpId: string;
  /** 256 random bits, for the payer only. */
  readonly paymentToken: string;
  readonly usd: Amount;
  readonly expiresAt: Date;
}

export interface OpenedPayment {
  readonly externalId: string;
  readonly paymentUrl: string;
}

/** In its present state. */
export interface ObservedPayment {
  /** The same at every observation. */
  readonly externalId: string;
  readonly amount: Amount;
  /** At the rate that the payer was offered, rounded down. */
  readonly usd: Amount;
  /** Only `confirmed` is final. */
  readonly state: 'seen' | 'confirmed' | 'failed';
  readonly isWrongCoin: boolean;
  readonly seenAt: Date;
}

/** In its present state. */
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

/** `unknown`: only a person can find out. */
export type PayoutResult =
  | { readonly state: 'paid'; readonly externalReference: string }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'unknown' };

/** No facts: those are read from the rail, so order and repeats do not matter. */
export type WebhookSubject =
  | { readonly kind: 'topup'; readonly externalId: string }
  | { readonly kind: 'deposit'; readonly externalId: string };

export interface Webhook {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
}

export class WebhookForgedError extends Error {
  override readonly name = 'WebhookForgedError';
}

/** Or not as documented. Every call except a payout may be retried. */
export class RailUnavailableError extends Error {
  override readonly name: string = 'RailUnavailableError';
}

/** About this one thing. Other questions may still work; a silent rail fails for all. */
export class RailRefusedError extends RailUnavailableError {
  override readonly name = 'RailRefusedError';
}

/**
 * A rail declares what it can't do, and the interface hides it. Every call may leave the process: never call while a transaction
 * is open.
 */
export interface Rail {
  readonly name: RailName;
  readonly isSandbox: boolean;
  readonly canTopUp: boolean;
  canDeposit(asset: AssetCode): boolean;
  canWithdraw(asset: AssetCode): boolean;
  /** Where payers pay, besides the product's own address. */
  readonly paymentOrigins: readonly string[];
  /** Otherwise the operator pays and confirms. */
  readonly canPayOut: boolean;

  /** Finds the payment opened for this top-up before: a call after a crash opens no second one. */
  openPayment(request: PaymentRequest): Promise<OpenedPayment>;
  /** @throws RailUnavailableError, or its subclass RailRefusedError */
  findPayments(externalId: string): Promise<readonly ObservedPayment[]>;
  findDeposit(externalId: string): Promise<ObservedDeposit | undefined>;
  /** Undefined if it does not matter. @throws WebhookForgedError */
  readWebhook(webhook: Webhook): WebhookSubject | undefined;
  /** Called once per withdrawal, whatever the result. A thrown error is an unknown result. */
  payOut(order: PayoutOrder): Promise<PayoutResult>;
  /** In the smallest unit of each asset, final payments alone. Undefined if it can't say. */
  findHoldings(): Promise<ReadonlyMap<AssetCode, bigint> | undefined>;
  /** Of a payout that may have been requested. */
  findPayout(withdrawalId: string): Promise<PayoutResult>;
}
