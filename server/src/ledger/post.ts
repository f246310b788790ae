import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../db/database.ts';
import { askUnprepared } from '../db/prepared.ts';
import { callPost, callRecord } from './post-call.ts';
import { assertValidPosting, assertValidRecord, countDistinctKeys, type AnyPosting } from './posting.ts';
import type { AssetBalance, Posting, PostingOutcome, WalletTransactionRecord } from './types.ts';

/**
 * In the caller's transaction and the given order, each as if it were alone. A refused posting stores nothing and leaves the
 * transaction usable. Accounts stay locked until the end; a lock that takes over 2 s fails with 55P03. A posting that needs
 * nothing else of its transaction uses `Ledger.postTogether`.
 */
export async function post(trx: Transaction, postings: readonly Posting[]): Promise<PostingOutcome[]> {
  return postAny(trx, postings);
}

async function postAny(trx: Transaction, postings: readonly AnyPosting[]): Promise<PostingOutcome[]> {
  postings.forEach(assertValidPosting);
  const ask = askUnprepared(trx.client);
  const outcomes: PostingOutcome[] = [];
  let first = 0;
  while (first < postings.length) {
    const call = postings.slice(first, first + countDistinctKeys(postings, first, postings.length));
    const callOutcomes = await callPost(ask, call, { isBatch: false });
    for (const outcome of callOutcomes) {
      if (outcome === 'locked') throw new Error('Only a batch may answer that an account is locked');
      outcomes.push(outcome);
    }
    first += call.length;
  }
  return outcomes;
}

export async function postOneAny(trx: Transaction, posting: AnyPosting): Promise<PostingOutcome> {
  const [outcome] = await postAny(trx, [posting]);
  if (!outcome) throw new Error('The ledger did not answer a posting');
  return outcome;
}

/** Keeps existing ones. Postings open the accounts that they need by themselves. */
export async function openCustomerAccounts(
  trx: Transaction,
  userId: string,
  assets: readonly AssetCode[],
): Promise<void> {
  await trx.client.query('select ledger_open_accounts($1, $2)', [userId, assets]);
}

export interface PersonBalance extends AssetBalance {
  readonly userId: string;
}

/**
 * All assets if none is given. Locked until the transaction ends, in the order of every posting. Leaves out people without an
 * account of an asset.
 */
export async function lockBalances(
  trx: Transaction,
  { userIds, assets }: { userIds: readonly string[]; assets?: readonly AssetCode[] },
): Promise<PersonBalance[]> {
  const { rows } = await trx.client.query<BalanceRow>(
    'select owner_id, asset, kind, balance from ledger_lock_accounts($1, $2)',
    [userIds, assets ?? null],
  );
  const balances = new Map<string, PersonBalance>();
  for (const { owner_id: userId, asset, kind, balance } of rows) {
    const name = `${userId} ${asset}`;
    const known = balances.get(name) ?? { userId, asset, available: 0n, held: 0n };
    balances.set(name, { ...known, [kind]: balance });
  }
  return [...balances.values()];
}

interface BalanceRow {
  readonly owner_id: string;
  readonly asset: AssetCode;
  readonly kind: 'available' | 'held';
  readonly balance: bigint;
}

/**
 * Negative where the house owes. Locked until the transaction ends. Lock the people's balances first, as postings do. Leaves out
 * assets that were never traded.
 */
export async function lockPositions(
  trx: Transaction,
  assets: readonly AssetCode[],
): Promise<ReadonlyMap<AssetCode, bigint>> {
  const { rows } = await trx.client.query<{ asset: AssetCode; house_position: bigint }>(
    'select asset, house_position from ledger_lock_positions($1)',
    [assets],
  );
  return new Map(rows.map((row) => [row.asset, row.house_position]));
}

/** For an expected payment, or one that will never come. */
export async function recordTransactions(
  trx: Transaction,
  records: readonly WalletTransactionRecord[],
): Promise<void> {
  records.forEach(assertValidRecord);
  await callRecord(askUnprepared(trx.client), records);
}
