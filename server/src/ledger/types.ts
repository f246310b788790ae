import type {
  TransactionState,
  TransactionStatus,
  TransactionType,
} from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { DomainError } from '../errors.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Only hold, settle and release move money that is set aside. */
export interface AvailableAccount {
  /** The person's user id. */
  readonly owner: string;
  readonly asset: AssetCode;
  readonly kind: 'available';
}

export interface HouseAccount {
  readonly owner: 'house';
  readonly asset: AssetCode;
  readonly kind: HouseAccountKind;
}

/**
 * rail_clearing: what the outside owes us, or we owe it. fees: what the house earned. exposure: what it holds from exchanges with
 * customers. corrections: what was put right. These may be below zero.
 */
export type HouseAccountKind = 'rail_clearing' | 'fees' | 'exposure' | 'corrections';

export type AccountRef = AvailableAccount | HouseAccount;

/** `hold` and `release` come from those functions, the others from callers. */
export type TransferKind =
  | 'topup'
  | 'transfer'
  | 'deposit'
  | 'withdrawal'
  | 'trade'
  | 'exchange'
  | 'adjustment';

export interface PostingEntry {
  readonly account: AccountRef;
  /** Signed, in smallest units, never zero. */
  readonly amount: bigint;
}

/** Made by `idempotencyKey`. */
export interface IdempotencyKey {
  readonly ownerId: string;
  readonly key: string;
  /** The same key with another fingerprint is refused. */
  readonly fingerprint: string;
}

/**
 * A row of a person's history. A new id creates it. The id of a PENDING row of theirs moves that row on: status, state and amount
 * may change, the rest stays.
 */
export interface WalletTransactionRecord {
  /** UUIDv7. */
  readonly id: string;
  readonly userId: string;
  readonly type: TransactionType;
  readonly asset: AssetCode;
  /** Above zero, in smallest units. */
  readonly amount: bigint;
  /** None by default. */
  readonly fee?: bigint;
  readonly direction: 'in' | 'out';
  readonly status: TransactionStatus;
  /** Each state is added to the row's timeline. */
  readonly state: TransactionState;
  readonly counterparty?: string;
  readonly note?: string;
  readonly referenceId?: string;
  /** Millionths of a US dollar. Undefined keeps the value of a row that moves on. */
  readonly usdValue?: bigint;
}

/** All of it happens, with its key and its history, or nothing. */
export interface Posting {
  /** UUIDv7, made by the caller. */
  readonly transferId: string;
  readonly kind: TransferKind;
  /** The business row of the transfer. */
  readonly referenceId?: string;
  /** At least two, no account twice, summing to zero in each asset. */
  readonly entries: readonly PostingEntry[];
  readonly idempotency?: IdempotencyKey;
  /** Comes back in the receipt. With a key it is stored there. */
  readonly context?: JsonValue;
  readonly records?: readonly WalletTransactionRecord[];
}

export interface BalanceAfter {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly kind: 'available' | 'held';
  /** In smallest units, as a decimal integer. */
  readonly balance: string;
  /** What open orders may still spend of it; left out if it is nothing. */
  readonly reserved?: string;
}

/** Plain JSON, so that a repeat gets exactly the first reply. */
export interface Receipt {
  readonly transferId: string;
  /** ISO 8601, UTC. */
  readonly postedAt: string;
  /** Of customers, in the order of the entries. */
  readonly balances: readonly BalanceAfter[];
  readonly context: JsonValue;
}

/**
 * IdempotencyKeyReused: with another fingerprint. HoldNotOpen: unknown, settled or released. NotReversible: unknown, reversed
 * already, itself a reversal, or of held money. AccountClosed: its owner has left. SenderFrozen: only between people. A refusal
 * stores nothing.
 */
export type Refusal =
  | 'InsufficientBalance'
  | 'IdempotencyKeyReused'
  | 'HoldNotOpen'
  | 'NotReversible'
  | 'AccountClosed'
  | 'SenderFrozen';

export type PostingOutcome =
  | { readonly isPosted: true; readonly isRepeat: boolean; readonly receipt: Receipt }
  | { readonly isPosted: false; readonly refusal: Refusal };

/** The hold and the transfer that opens it have the same id. */
export interface HoldRequest {
  readonly holdId: string;
  readonly owner: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly referenceId?: string;
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

/** The whole held amount leaves; a part of it may go back to the person. */
export interface SettleRequest {
  readonly holdId: string;
  readonly transferId: string;
  readonly kind: TransferKind;
  /** With minus the held amount, they sum to zero in each asset. */
  readonly to: readonly PostingEntry[];
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

export interface ReleaseRequest {
  readonly holdId: string;
  readonly transferId: string;
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

/** By a mirror image, once at most: history stays as it is. */
export interface ReverseRequest {
  readonly transferId: string;
  readonly reversalId: string;
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

export interface AssetBalance {
  readonly asset: AssetCode;
  /** In smallest units; balance = available + held. */
  readonly available: bigint;
  readonly held: bigint;
}

/** A bug of ours, not a refusal. Nothing was stored. */
export class PostingInvalidError extends Error {
  override readonly name = 'PostingInvalidError';
}

/** Nothing was done; a retry may succeed. */
export function busy(cause?: unknown): DomainError {
  const error = new DomainError('Busy', { retryAfterSeconds: 1 });
  error.cause = cause;
  return error;
}
