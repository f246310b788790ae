/**
 * The entry point of the ledger: the rest of the server imports only this file of the folder. Only code behind it writes account,
 * transfer, entry, hold, idempotency and wallet_transaction.
 */
export { checkLedger, ledgerRuleCount, type Finding, type LedgerReport } from './check.ts';
export { closeDays } from './close-days.ts';
export { createLedger, type Ledger, type LedgerOptions } from './group-commit.ts';
export { hold, release, reverse, settle } from './hold.ts';
export {
  findStoredReplies,
  findRepeat,
  findReply,
  forgetIdempotencyKeys,
  forgetRepliesTo,
  idempotencyKey,
  storedReply,
  storeReplies,
  storeReply,
  once,
  replyTo,
} from './idempotency.ts';
export {
  findHouseReach,
  lockBalances,
  lockPositions,
  openCustomerAccounts,
  post,
  recordTransactions,
} from './post.ts';
export { encodePostings } from './post-call.ts';
export type { StoredReply } from './idempotency.ts';
export type { HouseReach, PersonBalance } from './post.ts';
export type {
  AccountRef,
  AssetBalance,
  BalanceAfter,
  HoldRequest,
  HouseAccountKind,
  IdempotencyKey,
  JsonValue,
  Posting,
  PostingEntry,
  PostingOutcome,
  Receipt,
  Refusal,
  ReleaseRequest,
  ReverseRequest,
  SettleRequest,
  TransferKind,
  WalletTransactionRecord,
} from './types.ts';
