import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../db/database.ts';
import { askUnprepared } from '../db/prepared.ts';
import { callPost, callRecord } from './post-call.ts';
import { assertValidPosting, assertValidRecord, countDistinctKeys, type AnyPosting } from './posting.ts';
import type { AssetBalance, Posting, PostingOutcome, WalletTransactionRecord } from './types.ts';

/**
 * Posts inside the caller's transaction, in the order given, each as if it were alone. A refused posting stores
 * nothing and leaves the transaction usable; whether to go on is the caller's decision. Locks the accounts until the
 * transaction ends, in one fixed order; a lock that is not had within 2 s fails with PostgreSQL's 55P03.
 *
 * A posting that depends on nothing else of its transaction is better given to `Ledger.postTogether`.
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

/** Opens empty accounts for a person; those already open stay as they are. A posting opens what it needs by itself. */
export async function openCustomerAccounts(
  trx: Transaction,
  userId: string,
  assets: readonly AssetCode[],
): Promise<void> {
  await trx.client.query('select ledger_open_accounts($1, $2)', [userId, assets]);
}

/** What somebody has of one asset, in its smallest unit. */
export interface PersonBalance extends AssetBalance {
  readonly userId: string;
}

/**
 * What people have of some assets, or of all where none is named, with nothing able to change it before the transaction ends.
 * The locks are taken in the order in which every posting takes them. Who has no account of an asset is left out.
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
 * What the house has of some assets, or owes where it is below zero, with nothing able to change it before the transaction ends.
 * Ask with the people's balances locked, as a posting does. What was never traded is left out.
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

/** Writes or moves on history rows that belong to no transfer: a payment awaited, or one that will never come. */
export async function recordTransactions(
  trx: Transaction,
  records: readonly WalletTransactionRecord[],
): Promise<void> {
  records.forEach(assertValidRecord);
  await callRecord(askUnprepared(trx.client), records);
}
