import type { Ask } from '../db/prepared.ts';
import { assertValidPosting, type AnyPosting } from './posting.ts';
import type { Posting, PostingOutcome, Receipt, Refusal, WalletTransactionRecord } from './types.ts';

/** Defined in 0003-posting.sql. The parameters after the first are arrays of its types, as text. */
const POST_SQL = 'select outcome, receipt from ledger_post($1, $2, $3, $4)';

/** History rows without a transfer. */
const RECORD_SQL = 'select ledger_record($1)';

interface PostRow {
  outcome: 'posted' | 'repeat' | 'locked' | Refusal;
  receipt: Receipt | null;
}

/** Only in a batch: another transaction holds one of the accounts. Call again for this posting. */
export type CallOutcome = PostingOutcome | 'locked';

/**
 * Posts everything in one statement, in the given order. Every posting must be valid, and every key must be unique. Batches run
 * one at a time and never wait for an account lock; a call that is no batch waits for the locks.
 */
export async function callPost(
  ask: Ask,
  postings: readonly AnyPosting[],
  { isBatch }: { isBatch: boolean },
): Promise<CallOutcome[]> {
  const rows = await ask(POST_SQL, [isBatch, ...arraysOf(postings)]);
  // The rows have the shape of the function's result table.
  return (rows as PostRow[]).map(readOutcome);
}

/** For a function of the database that posts on its own: its arrays of postings, of their entries, and of their rows of history. */
export function encodePostings(
  postings: readonly Posting[],
): [postings: string, entries: string, history: string] {
  postings.forEach(assertValidPosting);
  return arraysOf(postings);
}

function arraysOf(postings: readonly AnyPosting[]): [postings: string, entries: string, history: string] {
  return [
    arrayOf(postings, encodePosting),
    arrayOf(postings.flatMap(numberedEntries), encodeRow),
    arrayOf(postings.flatMap(numberedRecords), encodeRow),
  ];
}

/** Writes history rows without a transfer, or moves pending ones on. */
export async function callRecord(ask: Ask, records: readonly WalletTransactionRecord[]): Promise<void> {
  await ask(RECORD_SQL, [arrayOf(records, (record) => encodeRow([undefined, ...recordFields(record)]))]);
}

function readOutcome({ outcome, receipt }: PostRow): CallOutcome {
  if (outcome === 'locked') return outcome;
  if (outcome !== 'posted' && outcome !== 'repeat') return { isPosted: false, refusal: outcome };
  if (receipt === null) throw new Error(`The ledger answered ${outcome} without a receipt`);
  return { isPosted: true, isRepeat: outcome === 'repeat', receipt };
}

type Field = string | number | bigint | undefined;

function encodePosting({ idempotency, context = null, ...posting }: AnyPosting): string {
  return encodeRow([
    posting.transferId,
    posting.kind,
    posting.referenceId,
    posting.reversesId,
    posting.closesHoldId,
    idempotency?.ownerId,
    quoted(idempotency?.key),
    quoted(idempotency?.fingerprint),
    quoted(JSON.stringify(context)),
  ]);
}

function numberedEntries({ entries }: AnyPosting, index: number): Field[][] {
  return entries.map(({ account, amount }, line) => [
    index + 1,
    line + 1,
    account.owner === 'house' ? undefined : account.owner,
    account.asset,
    account.kind,
    amount,
  ]);
}

function numberedRecords({ records = [] }: AnyPosting, index: number): Field[][] {
  return records.map((record) => [index + 1, ...recordFields(record)]);
}

function recordFields(record: WalletTransactionRecord): Field[] {
  return [
    record.id,
    record.userId,
    record.type,
    record.asset,
    record.amount,
    record.fee ?? 0n,
    record.direction,
    record.status,
    record.state,
    quoted(record.counterparty),
    quoted(record.note),
    record.referenceId,
    record.usdValue,
  ];
}

/** A row in PostgreSQL's text format: values here need no quotes, and null is empty. */
function encodeRow(fields: readonly Field[]): string {
  return `(${fields.map((field) => field ?? '').join(',')})`;
}

function arrayOf<Item>(items: readonly Item[], encode: (item: Item) => string): string {
  return `{${items.map((item) => quoted(encode(item))).join(',')}}`;
}

function quoted(text: string): string;
function quoted(text: string | undefined): string | undefined;
function quoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
