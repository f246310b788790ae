import type { AssetCode } from '@mercury/contract/money/asset.ts';

/** What a payment of a top-up is opened with. */
export interface PaymentRequest {
  readonly topUpId: string;
  /** Known to the payer alone: 256 random bits. */
  readonly paymentToken: string;
}

/** A way for money to come and go. What it can't do it declares, and the interface hides it. */
export interface Rail {
  readonly name: string;
  readonly isSandbox: boolean;
  readonly canTopUp: boolean;
  canDeposit(asset: AssetCode): boolean;
  canWithdraw(asset: AssetCode): boolean;
  /** Where the payer pays. Pure: the same request has the same page. */
  paymentUrl(request: PaymentRequest): string;
}
