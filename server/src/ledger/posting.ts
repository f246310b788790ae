import { minorUnitsMax } from '@mercury/contract/money/decimal.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import {
  type AccountRef,
  type IdempotencyKey,
  type JsonValue,
  PostingInvalidError,
  type TransferKind,
  type WalletTransactionRecord,
} from './types.ts';

interface HeldAccount {
  readonly owner: string;
  readonly asset: AssetCode;
  readonly kind: 'held';
}

export type AnyAccountRef = AccountRef | HeldAccount;

export interface AnyEntry {
  readonly account: AnyAccountRef;
  readonly amount: bigint;
}

/** A posting with everything that only the ledger may use: held accounts and the kinds that belong to them. */
export interface AnyPosting {
  readonly transferId: string;
  readonly kind: TransferKind | 'hold' | 'release' | 'reversal';
  readonly referenceId?: string | undefined;
  readonly reversesId?: string | undefined;
  /** The open hold that this posting settles or releases. */
  readonly closesHoldId?: string | undefined;
  readonly entries: readonly AnyEntry[];
  readonly idempotency?: IdempotencyKey | undefined;
  readonly context?: JsonValue | undefined;
  readonly records?: readonly WalletTransactionRecord[] | undefined;
}

// Lower case only. Otherwise two spellings of an id are two accounts here and one in the database.
const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

// A longer transfer would delay everyone in its batch.
const ENTRIES_MAX = 64;

function idempotencyKeyOf(posting: AnyPosting): string | undefined {
  return posting.idempotency && `${posting.idempotency.ownerId} ${posting.idempotency.key}`;
}

/**
 * Counts the postings from `first` on until a key repeats, at most `countMax`. The second use of a key must see what the first
 * one stored, so it goes to the next batch.
 */
export function countDistinctKeys(postings: readonly AnyPosting[], first: number, countMax: number): number {
  const keys = new Set<string>();
  const end = Math.min(postings.length, first + countMax);
  for (let index = first; index < end; index += 1) {
    const posting = postings[index];
    const key = posting && idempotencyKeyOf(posting);
    if (key === undefined) continue;
    if (keys.has(key)) return index - first;
    keys.add(key);
  }
  return end - first;
}

/** Throws PostingInvalidError for a posting that the database would refuse anyway. One bad posting must not fail its batch. */
export function assertValidPosting(posting: AnyPosting): void {
  assertUuid(posting.transferId);
  if (posting.referenceId !== undefined) assertUuid(posting.referenceId);
  if (posting.reversesId !== undefined) assertUuid(posting.reversesId);
  if (posting.closesHoldId !== undefined) assertUuid(posting.closesHoldId);
  if (posting.idempotency) assertUuid(posting.idempotency.ownerId);
  assertValidEntries(posting.entries);
  posting.records?.forEach(assertValidRecord);
}

export function assertValidRecord(record: WalletTransactionRecord): void {
  assertUuid(record.id);
  assertUuid(record.userId);
  if (record.referenceId !== undefined) assertUuid(record.referenceId);
  if (record.amount <= 0n || record.amount > minorUnitsMax) fail('the amount of a record is above zero');
  if (record.fee !== undefined && (record.fee < 0n || record.fee > minorUnitsMax)) {
    fail('the fee of a record is not negative');
  }
  if (record.usdValue !== undefined && (record.usdValue < 0n || record.usdValue > minorUnitsMax)) {
    fail('the value of a record is not negative');
  }
}

function assertValidEntries(entries: readonly AnyEntry[]): void {
  if (entries.length < 2 || entries.length > ENTRIES_MAX) fail(`a transfer has 2 to ${ENTRIES_MAX} entries`);
  entries.forEach(({ account, amount }, index) => {
    if (account.owner !== 'house') assertUuid(account.owner);
    if (amount === 0n || amount > minorUnitsMax || amount < -minorUnitsMax) fail('an amount is out of range');
    let sum = 0n;
    entries.forEach((other, otherIndex) => {
      if (other.account.asset !== account.asset) return;
      sum += other.amount;
      const isSame = other.account.owner === account.owner && other.account.kind === account.kind;
      if (isSame && otherIndex !== index) fail('an account comes once in a transfer');
    });
    if (sum !== 0n) fail(`the entries in ${account.asset} do not sum to zero`);
  });
}

function assertUuid(text: string): void {
  if (!canonicalUuid.test(text)) fail('an id is a UUID in lower case');
}

function fail(reason: string): never {
  throw new PostingInvalidError(`Not a posting: ${reason}`);
}
