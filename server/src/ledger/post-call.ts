import type { Ask } from '../db/prepared.ts';
import type { BalanceAfter, JsonValue, PostingOutcome, Receipt, WalletTransactionRecord } from './types.ts';
import { accountKey, type AnyPosting } from './posting.ts';

/** The call that posts any number. Arrays are cast to text because splitting that is all the reading they need. */
const POST_SQL = `
  select posted_at, outcomes::text, entry_balances::text, receipts
  from ledger_post(${placeholders(19)})`;

/** The short way for one transfer between two customers, which is most of what is posted when few call. */
const POST_ONE_SQL = `
  select ledger_post_one(${placeholders(11)}) as answer`;

/** Writes rows of history that belong to no transfer. */
const RECORD_SQL = `select ledger_record($1, null, null)`;

interface PostRow {
  posted_at: string;
  outcomes: string;
  entry_balances: string;
  receipts: (Receipt | null)[] | null;
}

interface NoAnswer {
  outcomes: null;
}

/** When it was posted, and the balances after it; null where it was not. */
interface PostOneRow {
  answer: [postedAt: string, fromBalance: string, toBalance: string] | null;
}

/** In a batch: another transaction keeps one of the accounts, so the posting is to be asked for again. */
export type CallOutcome = PostingOutcome | 'locked';

/**
 * Two batches run at a time, each on a lane of its own, whoever sends them. One more waits for the first lane, or is sent
 * back if it asked for one that is free at once; one that is to run alone among the batches waits for both.
 */
export type Turn = 'next' | 'free' | 'alone';

/** Posts all in one statement, in their order, waiting for their accounts. No key comes twice; each posting is valid. */
export async function callPost(ask: Ask, postings: readonly AnyPosting[]): Promise<CallOutcome[]> {
  const outcomes = await callAny(ask, postings, null);
  if (outcomes === undefined) throw new Error('The ledger did not answer');
  return outcomes;
}

/** Likewise as a batch, which waits for nobody's accounts; undefined where no place was free at once. */
export async function callBatch(
  ask: Ask,
  postings: readonly AnyPosting[],
  turn: Turn,
): Promise<CallOutcome[] | undefined> {
  return callAny(ask, postings, turn);
}

async function callAny(
  ask: Ask,
  postings: readonly AnyPosting[],
  turn: Turn | null,
): Promise<CallOutcome[] | undefined> {
  const contexts = postings.map(({ idempotency }) => JSON.stringify(idempotency?.context ?? null));
  const rows = await ask(POST_SQL, [turn, ...encode(postings, contexts)]);
  // The shape is that of the function's out parameters in the migration.
  const row = rows[0] as PostRow | NoAnswer;
  return row.outcomes === null ? undefined : decode(postings, contexts, row);
}

/** What the short way can post: one asset, from what one customer has to what another has. */
export function isPlainTransfer(posting: AnyPosting): boolean {
  const [from, to, ...others] = posting.entries;
  return (
    from?.account.kind === 'available' &&
    to?.account.kind === 'available' &&
    others.length === 0 &&
    from.account.asset === to.account.asset &&
    from.amount < 0n &&
    posting.referenceId === undefined &&
    posting.reversesId === undefined
  );
}

/** Posts one for which `isPlainTransfer` holds; undefined where it was not, and `callPost` has to say why. */
export async function callPostOne(ask: Ask, posting: AnyPosting): Promise<PostingOutcome | undefined> {
  const [from, to] = posting.entries;
  if (from === undefined || to === undefined) throw new Error('a plain transfer has two entries');
  const context = JSON.stringify(posting.idempotency?.context ?? null);
  const rows = await ask(POST_ONE_SQL, [
    posting.transferId,
    posting.kind,
    from.account.owner,
    to.account.owner,
    to.account.asset,
    to.amount.toString(),
    posting.idempotency?.ownerId,
    posting.idempotency?.key,
    posting.idempotency?.fingerprint,
    context,
    encodeRecords(numberedRecords([posting])),
  ]);
  // What the function in the migration returns.
  const { answer } = rows[0] as PostOneRow;
  if (answer === null) return undefined;
  const [postedAt, ...balances] = answer;
  return postedOutcome(posting, { postedAt, context, balances });
}

function encode(postings: readonly AnyPosting[], contexts: readonly string[]): unknown[] {
  const accounts = positionAccounts(postings);
  const items: number[] = [];
  const lines: number[] = [];
  const amounts: bigint[] = [];
  postings.forEach((posting, index) => {
    posting.entries.forEach((entry, line) => {
      items.push(index + 1);
      lines.push(line + 1);
      amounts.push(entry.amount);
    });
  });
  return [
    ...accounts.columns,
    plainArray(postings.map((posting) => posting.transferId)),
    plainArray(postings.map((posting) => posting.kind)),
    someArray(postings.map((posting) => posting.referenceId)),
    someArray(postings.map((posting) => posting.reversesId)),
    plainArray(postings.map((posting) => posting.idempotency?.ownerId)),
    textArray(postings.map((posting) => posting.idempotency?.key)),
    textArray(postings.map((posting) => posting.idempotency?.fingerprint)),
    textArray(contexts),
    plainArray(items),
    plainArray(lines),
    plainArray(accounts.positions),
    plainArray(amounts),
    encodeRecords(numberedRecords(postings)),
  ];
}

/** Each account once, customers' before the house's, and for each entry the position of its account from 1. */
function positionAccounts(postings: readonly AnyPosting[]): { columns: string[]; positions: number[] } {
  const customers: AnyPosting['entries'][number]['account'][] = [];
  const house: typeof customers = [];
  const positionByKey = new Map<string, number>();
  const signedPositions: number[] = [];
  for (const { entries } of postings) {
    for (const { account } of entries) {
      const key = accountKey(account);
      let position = positionByKey.get(key);
      if (position === undefined) {
        position = account.owner === 'house' ? -house.push(account) : customers.push(account);
        positionByKey.set(key, position);
      }
      signedPositions.push(position);
    }
  }
  return {
    columns: [
      plainArray(customers.map(({ owner }) => owner)),
      plainArray(customers.map(({ asset }) => asset)),
      plainArray(customers.map(({ kind }) => kind)),
      plainArray(house.map(({ asset }) => asset)),
      plainArray(house.map(({ kind }) => kind)),
    ],
    positions: signedPositions.map((position) => (position > 0 ? position : customers.length - position)),
  };
}

/** A history row with its place in the call: the transfer that it belongs to, from 1. */
type NumberedRecord = readonly [item: number, record: WalletTransactionRecord];

function numberedRecords(postings: readonly AnyPosting[]): NumberedRecord[] {
  return postings.flatMap(({ records }, index) =>
    (records ?? []).map((record): NumberedRecord => [index + 1, record]),
  );
}

/** Writes history rows, or moves pending ones on, that belong to no transfer. */
export async function callRecord(ask: Ask, records: readonly WalletTransactionRecord[]): Promise<void> {
  await ask(RECORD_SQL, [encodeRecords(records.map((record) => [1, record]))]);
}

/** An array of the database's type history_record; null where there is none. */
function encodeRecords(rows: readonly NumberedRecord[]): string | null {
  return rows.length === 0 ? null : textArray(rows.map(encodeRecord));
}

/** As a row literal: a value stands alone where it needs no quotes, and an absent one is nothing at all. */
function encodeRecord([item, record]: NumberedRecord): string {
  const values = [
    item,
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
  return `(${values.map((value) => value ?? '').join(',')})`;
}

function decode(postings: readonly AnyPosting[], contexts: readonly string[], row: PostRow): CallOutcome[] {
  const outcomes = row.outcomes.slice(1, -1).split(',');
  const allBalances = row.entry_balances.slice(1, -1).split(',');
  let line = 0;
  return postings.map((posting, index) => {
    const firstLine = line;
    line += posting.entries.length;
    const outcome = outcomes[index];
    switch (outcome) {
      case 'posted': {
        const balances = allBalances.slice(firstLine, line);
        return postedOutcome(posting, {
          postedAt: row.posted_at,
          context: contexts[index] ?? 'null',
          balances,
        });
      }
      case 'repeat': {
        const receipt = row.receipts?.[index];
        if (!receipt) throw new Error('The ledger answered a repeat without its receipt');
        return { isPosted: true, isRepeat: true, receipt };
      }
      case 'InsufficientBalance':
      case 'IdempotencyKeyReused':
        return { isPosted: false, refusal: outcome };
      case 'locked':
        return outcome;
      case undefined:
      default:
        throw new Error(`The ledger answered ${outcome} to a posting`);
    }
  });
}

interface PostedDetails {
  readonly postedAt: string;
  /** JSON, as it was sent. */
  readonly context: string;
  /** After each entry. */
  readonly balances: readonly string[];
}

function postedOutcome(
  posting: AnyPosting,
  { postedAt, context, balances }: PostedDetails,
): PostingOutcome & { isPosted: true } {
  const receipt: Receipt = {
    transferId: posting.transferId,
    postedAt,
    balances: balancesAfter(posting, balances),
    // Through JSON, as a repeat will read it. JSON.parse answers nothing else than this type.
    context: JSON.parse(context) as JsonValue,
  };
  return { isPosted: true, isRepeat: false, receipt };
}

function balancesAfter(posting: AnyPosting, balances: readonly string[]): BalanceAfter[] {
  return posting.entries.flatMap(({ account: { owner, asset, kind } }, line) => {
    const balance = balances[line];
    const isCustomers = kind === 'available' || kind === 'held';
    return isCustomers && balance !== undefined ? [{ owner, asset, kind, balance }] : [];
  });
}

/** `$1, $2, $3` and so on. */
function placeholders(count: number): string {
  return Array.from({ length: count }, (_none, index) => `$${index + 1}`).join(', ');
}

/** An array literal of values that need no quotes: numbers, ids, and words of our own. */
function plainArray(values: readonly (string | number | bigint | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Likewise; null where there is no value at all, which most often is so. */
function someArray(values: readonly (string | undefined)[]): string | null {
  return values.some((value) => value !== undefined) ? plainArray(values) : null;
}

/** An array literal of any text. */
export function textArray(values: readonly (string | undefined)[]): string {
  return `{${values.map((value) => quoted(value) ?? 'NULL').join(',')}}`;
}

function quoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
