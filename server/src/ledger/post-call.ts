import type { Ask } from '../db/prepared.ts';
import type { AnyPosting } from './posting.ts';
import type { PostingOutcome, Receipt, Refusal, WalletTransactionRecord } from './types.ts';

/** Of 0003-posting.sql. But for the first, the parameters are arrays of its types, as text. */
const POST_SQL = 'select outcome, receipt from ledger_post($1, $2, $3, $4)';

/** Rows of history that belong to no transfer. */
const RECORD_SQL = 'select ledger_record($1)';

interface PostRow {
  outcome: 'posted' | 'repeat' | 'locked' | Refusal;
  receipt: Receipt | null;
}

/** In a batch: another transaction keeps one of the accounts, so the posting is to be asked for again. */
export type CallOutcome = PostingOutcome | 'locked';

/**
 * Posts all in one statement, in their order. No key comes twice; each posting is valid. A batch takes its turn among all
 * batches, and waits for nobody's accounts; what is no batch waits for them.
 */
export async function callPost(
  ask: Ask,
  postings: readonly AnyPosting[],
  { isBatch }: { isBatch: boolean },
): Promise<CallOutcome[]> {
  const rows = await ask(POST_SQL, [
    isBatch,
    arrayOf(postings, encodePosting),
    arrayOf(postings.flatMap(numberedEntries), encodeRow),
    arrayOf(postings.flatMap(numberedRecords), encodeRow),
  ]);
  // The shape is that of the function's table.
  return (rows as PostRow[]).map(readOutcome);
}

/** Writes history rows, or moves pending ones on, that belong to no transfer. */
export async function callRecord(ask: Ask, records: readonly WalletTransactionRecord[]): Promise<void> {
  await ask(RECORD_SQL, [arrayOf(records, (record) => encodeRow([undefined, ...recordFields(record)]))]);
}

function readOutcome({ outcome, receipt }: PostRow): CallOutcome {
  if (outcome === 'locked') return outcome;
  if (outcome !== 'posted' && outcome !== 'repeat') return { isPosted: false, refusal: outcome };
  if (receipt === null) throw new Error(`The ledger answered ${outcome} without a receipt`);
  return { isPosted: true, isRepeat: outcome === 'repeat', receipt };
}

/** A field of a row; an absent one is null. */
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

/** PostgreSQL's text of a row: a value stands alone where it needs no quotes, and null is nothing at all. */
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
