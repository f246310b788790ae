import type { BalanceAfter, JsonValue, PostingOutcome, Receipt, WalletTransactionRecord } from './types.ts';
import { accountKey, type AnyPosting } from './posting.ts';

/**
 * The one call that posts. Unnamed on purpose: a named statement fails through a pgbouncer older than 1.21, and what
 * costs time is planned once inside the function anyway. Arrays are cast to text because splitting that is all the
 * reading they need.
 */
const POST_SQL = `
  select posted_at, outcomes::text, entry_balances::text, receipts
  from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`;

interface PostRow {
  posted_at: string;
  outcomes: string;
  entry_balances: string;
  receipts: (Receipt | null)[] | null;
}

interface Queryable {
  query(sql: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** In a batch: another transaction keeps one of the accounts, so the posting is to be made by itself. */
export type CallOutcome = PostingOutcome | 'locked';

/** Posts all in one statement, in their order. No idempotency key may come twice; each posting is valid. */
export async function callPost(
  client: Queryable,
  postings: readonly AnyPosting[],
  { isBatch }: { isBatch: boolean },
): Promise<CallOutcome[]> {
  const contexts = postings.map(({ idempotency }) => JSON.stringify(idempotency?.context ?? null));
  const { rows } = await client.query(POST_SQL, [isBatch, ...encode(postings, contexts)]);
  // The shape is that of the function's out parameters in the migration.
  const row = rows[0] as PostRow;
  return decode(postings, contexts, row);
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
  const balances = row.entry_balances.slice(1, -1).split(',');
  let line = 0;
  return postings.map((posting, index) => {
    const firstLine = line;
    line += posting.entries.length;
    const outcome = outcomes[index];
    switch (outcome) {
      case 'posted': {
        const receipt: Receipt = {
          transferId: posting.transferId,
          postedAt: row.posted_at,
          balances: balancesAfter(posting, balances.slice(firstLine, line)),
          // Through JSON, as a repeat will read it. JSON.parse answers nothing else than this type.
          context: JSON.parse(contexts[index] ?? 'null') as JsonValue,
        };
        return { isPosted: true, isRepeat: false, receipt };
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
