import type { Ask } from '../db/prepared.ts';
import type { BalanceAfter, JsonValue, PostingOutcome, Receipt, WalletTransactionRecord } from './types.ts';
import { accountKey, type AnyPosting } from './posting.ts';

/** The call that posts any number. Arrays are cast to text because splitting that is all the reading they need. */
const POST_SQL = `
  select posted_at, outcomes::text, entry_balances::text, receipts
  from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`;

/** The short way for one transfer between two customers, which is most of what is posted when few call. */
const POST_ONE_SQL = `
  select ledger_post_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as answer`;

interface PostRow {
  posted_at: string;
  outcomes: string;
  entry_balances: string;
  receipts: (Receipt | null)[] | null;
}

/** When it was posted, and the balances after it; null where it was not. */
interface PostOneRow {
  answer: [postedAt: string, fromBalance: string, toBalance: string] | null;
}

/** In a batch: another transaction keeps one of the accounts, so the posting is to be made by itself. */
export type CallOutcome = PostingOutcome | 'locked';

/** Posts all in one statement, in their order. No idempotency key may come twice; each posting is valid. */
export async function callPost(
  ask: Ask,
  postings: readonly AnyPosting[],
  { isBatch }: { isBatch: boolean },
): Promise<CallOutcome[]> {
  const contexts = postings.map(({ idempotency }) => JSON.stringify(idempotency?.context ?? null));
  const rows = await ask(POST_SQL, [isBatch, ...encode(postings, contexts)]);
  // The shape is that of the function's out parameters in the migration.
  const row = rows[0] as PostRow;
  return decode(postings, contexts, row);
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
    encodeRecords([posting]),
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
    plainArray(postings.map((posting) => posting.referenceId)),
    plainArray(postings.map((posting) => posting.reversesId)),
    plainArray(postings.map((posting) => posting.idempotency?.ownerId)),
    textArray(postings.map((posting) => posting.idempotency?.key)),
    textArray(postings.map((posting) => posting.idempotency?.fingerprint)),
    textArray(contexts),
    plainArray(items),
    plainArray(lines),
    plainArray(accounts.positions),
    plainArray(amounts),
    encodeRecords(postings),
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

function encodeRecords(postings: readonly AnyPosting[]): string | null {
  const rows = postings.flatMap(({ records }, index) =>
    (records ?? []).map((record) => recordRow(record, index + 1)),
  );
  return rows.length === 0 ? null : JSON.stringify(rows);
}

/** A history row as the database function reads it. Amounts as text: a JSON number of this size is no integer. */
export function recordRow(record: WalletTransactionRecord, item: number): JsonValue {
  return {
    item,
    id: record.id,
    user_id: record.userId,
    type: record.type,
    asset: record.asset,
    amount: record.amount.toString(),
    fee: (record.fee ?? 0n).toString(),
    direction: record.direction,
    status: record.status,
    state: record.state,
    counterparty: record.counterparty ?? null,
    note: record.note ?? null,
    reference_id: record.referenceId ?? null,
    usd_value: record.usdValue?.toString() ?? null,
  };
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

/** An array literal of values that need no quotes: numbers, ids, and words of our own. */
function plainArray(values: readonly (string | number | bigint | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** An array literal of any text. */
export function textArray(values: readonly (string | undefined)[]): string {
  return `{${values
    .map((value) => (value === undefined ? 'NULL' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`))
    .join(',')}}`;
}
