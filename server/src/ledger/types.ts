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

/** Money that a person may spend. Only hold, settle and release move money that is set aside. */
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
 * rail_clearing: what the outside world owes us, or we owe it. fees: what the house earned. exposure: what the house holds of an
 * asset from exchanges with customers. House accounts may be below zero.
 */
export type HouseAccountKind = 'rail_clearing' | 'fees' | 'exposure';

export type AccountRef = AvailableAccount | HouseAccount;

/** What a transfer is for. Those functions make `hold` and `release`; callers choose the others. */
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
  /** What the account gains: signed, in smallest units, never zero. */
  readonly amount: bigint;
}

/** One intent of a person; made by `idempotencyKey`. */
export interface IdempotencyKey {
  readonly ownerId: string;
  readonly key: string;
  /** A digest of the caller's input: the same key with another fingerprint is refused. */
  readonly fingerprint: string;
}

/**
 * A person's own history row. A new id creates the row. The id of a PENDING row of the same person moves that row on to the new
 * status and state. Its amount may differ from the expected one; everything else stays as it was created.
 */
export interface WalletTransactionRecord {
  /** UUIDv7. */
  readonly id: string;
  readonly userId: string;
  readonly type: TransactionType;
  readonly asset: AssetCode;
  /** Above zero, in smallest units. */
  readonly amount: bigint;
  /** In smallest units; none by default. */
  readonly fee?: bigint;
  readonly direction: 'in' | 'out';
  readonly status: TransactionStatus;
  /** Every state is also appended to the row's timeline, with the time of the transaction. */
  readonly state: TransactionState;
  readonly counterparty?: string;
  readonly note?: string;
  readonly referenceId?: string;
  /** The worth of the amount in millionths of a US dollar. A row that moves on keeps its value if this is undefined. */
  readonly usdValue?: bigint;
}

/** One transfer as the caller requests it. All of it happens, with its key and its history rows, or nothing. */
export interface Posting {
  /** UUIDv7, made by the caller. */
  readonly transferId: string;
  readonly kind: TransferKind;
  /** The business row that the transfer belongs to. */
  readonly referenceId?: string;
  /** At least two entries, no account twice, summing to zero in each asset. */
  readonly entries: readonly PostingEntry[];
  readonly idempotency?: IdempotencyKey;
  /** Extra data for the reply. It comes back in the receipt, and is stored with it if there is a key. */
  readonly context?: JsonValue;
  readonly records?: readonly WalletTransactionRecord[];
}

export interface BalanceAfter {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly kind: 'available' | 'held';
  /** In smallest units, as a decimal integer. */
  readonly balance: string;
}

/** Plain JSON, so that a repeat gets exactly the same reply as the first call. */
export interface Receipt {
  readonly transferId: string;
  /** ISO 8601, UTC. */
  readonly postedAt: string;
  /** The customers' accounts that the transfer touched, in the order of its entries. */
  readonly balances: readonly BalanceAfter[];
  readonly context: JsonValue;
}

/**
 * InsufficientBalance: an account of a customer would fall below zero. IdempotencyKeyReused: the key was used with another
 * fingerprint. HoldNotOpen: no such hold, or settled or released already. NotReversible: no such transfer, reversed already,
 * itself a reversal, or one that moved held money. AccountClosed: its owner has left. SenderFrozen: for a transfer between
 * people. A refusal stores nothing.
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

/** Sets a person's available money aside. The id of the hold is also the id of the transfer that opens it. */
export interface HoldRequest {
  readonly holdId: string;
  readonly owner: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly referenceId?: string;
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

/** Spends a hold: the whole held amount leaves, and `to` says where it goes (a part may go back to the person). */
export interface SettleRequest {
  readonly holdId: string;
  readonly transferId: string;
  readonly kind: TransferKind;
  /** Must sum to zero in each asset, together with minus the held amount. */
  readonly to: readonly PostingEntry[];
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

/** Gives a hold back to its owner, whole. */
export interface ReleaseRequest {
  readonly holdId: string;
  readonly transferId: string;
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

/** Undoes a transfer by its mirror image, so history stays as it is. A transfer is reversed at most once. */
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

/** An invalid posting: a bug of ours, not a refusal. Nothing was stored. */
export class PostingInvalidError extends Error {
  override readonly name = 'PostingInvalidError';
}

/** Nothing was done; a retry may succeed. */
export function busy(cause?: unknown): DomainError {
  const error = new DomainError('Busy', { retryAfterSeconds: 1 });
  error.cause = cause;
  return error;
}
