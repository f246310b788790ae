import type {
  TransactionState,
  TransactionStatus,
  TransactionType,
} from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** What a person may spend. Money set aside for something is moved by hold, settle and release only. */
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
 * rail_clearing: what the outside world owes us or we owe it. fees: what the house earned. exposure: what the house
 * holds of an asset because it exchanged it for another with a customer. House accounts may be below zero.
 */
export type HouseAccountKind = 'rail_clearing' | 'fees' | 'exposure';

export type AccountRef = AvailableAccount | HouseAccount;

/** What a transfer is for. `hold` and `release` are made by those functions, the others are named by the caller. */
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
  /** Signed, in the asset's smallest unit, never zero: what the account gains. */
  readonly amount: bigint;
}

/** Names one intent of a person; `idempotencyKey` makes it. */
export interface IdempotencyKey {
  readonly ownerId: string;
  readonly key: string;
  /** A digest of the caller's input: the same key with another fingerprint is refused. */
  readonly fingerprint: string;
}

/**
 * A person's own row of history. Written with an id that is new, it becomes a row; with the id of a row of the same
 * person that is still PENDING, that row moves on to the new status and state. Its amount may be another than was
 * expected; all else stays as it was created.
 */
export interface WalletTransactionRecord {
  /** UUIDv7. */
  readonly id: string;
  readonly userId: string;
  readonly type: TransactionType;
  readonly asset: AssetCode;
  /** Above zero, in the smallest unit. */
  readonly amount: bigint;
  /** In the smallest unit; none by default. */
  readonly fee?: bigint;
  readonly direction: 'in' | 'out';
  readonly status: TransactionStatus;
  /** Every state is also appended to the row's timeline, with the time of the commit's transaction. */
  readonly state: TransactionState;
  readonly counterparty?: string;
  readonly note?: string;
  readonly referenceId?: string;
  /** What the amount is worth, in US cents; of a row that moves on, the value that it had stays where none is named. */
  readonly usdValue?: bigint;
}

/** One transfer as a caller asks for it: all of it happens, with its key and its history rows, or nothing. */
export interface Posting {
  /** UUIDv7, made by the caller. */
  readonly transferId: string;
  readonly kind: TransferKind;
  /** The row of business that the transfer belongs to. */
  readonly referenceId?: string;
  /** At least two, no account twice, summing to zero in each asset. */
  readonly entries: readonly PostingEntry[];
  readonly idempotency?: IdempotencyKey;
  /** Comes back in the receipt, and is stored with it under a key: what else the reply is made of. */
  readonly context?: JsonValue;
  readonly records?: readonly WalletTransactionRecord[];
}

export interface BalanceAfter {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly kind: 'available' | 'held';
  /** The smallest unit, as an integer in decimal digits. */
  readonly balance: string;
}

/** JSON as it stands, so that a repeat can be answered letter for letter as the first call was. */
export interface Receipt {
  readonly transferId: string;
  /** ISO 8601, UTC. */
  readonly postedAt: string;
  /** The customers' accounts that the transfer touched, in the order of its entries. */
  readonly balances: readonly BalanceAfter[];
  readonly context: JsonValue;
}

/**
 * InsufficientBalance: an account of a customer would fall below zero. IdempotencyKeyReused: the key was used with
 * another fingerprint. HoldNotOpen: no such hold, or settled or released already. NotReversible: no such transfer,
 * reversed already, itself a reversal, or one that moved held money. AccountClosed: its owner has left. SenderFrozen: of a
 * transfer between people. What is refused has stored nothing.
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

/** Sets a person's available money aside. The hold's id is the id of the transfer that opens it. */
export interface HoldRequest {
  readonly holdId: string;
  readonly owner: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly referenceId?: string;
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

/** Spends a hold: the whole held amount leaves, and `to` says where it goes (and may give part of it back). */
export interface SettleRequest {
  readonly holdId: string;
  readonly transferId: string;
  readonly kind: TransferKind;
  /** Together with minus the held amount they sum to zero in each asset. */
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

/** Undoes a transfer by its mirror image: history stays as it is. A transfer is reversed at most once. */
export interface ReverseRequest {
  readonly transferId: string;
  /** The id of the new transfer. */
  readonly reversalId: string;
  readonly idempotency?: IdempotencyKey;
  readonly records?: readonly WalletTransactionRecord[];
}

export interface AssetBalance {
  readonly asset: AssetCode;
  /** Both in the smallest unit; balance = available + held. */
  readonly available: bigint;
  readonly held: bigint;
}
