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

/**
 * What a person has, with nothing able to change it before the transaction ends. The locks are taken in the order in
 * which every posting takes them.
 */
export async function lockBalances(trx: Transaction, userId: string): Promise<AssetBalance[]> {
  const { rows } = await trx.client.query<{ asset: AssetCode; kind: 'available' | 'held'; balance: bigint }>(
    'select asset, kind, balance from ledger_lock_accounts($1)',
    [userId],
  );
  const assets = [...new Set(rows.map(({ asset }) => asset))];
  const balanceOf = (asset: AssetCode, kind: 'available' | 'held'): bigint =>
    rows.find((row) => row.asset === asset && row.kind === kind)?.balance ?? 0n;
  return assets.map((asset) => ({
    asset,
    available: balanceOf(asset, 'available'),
    held: balanceOf(asset, 'held'),
  }));
}

/** Writes or moves on history rows that belong to no transfer: a payment awaited, or one that will never come. */
export async function recordTransactions(
  trx: Transaction,
  records: readonly WalletTransactionRecord[],
): Promise<void> {
  records.forEach(assertValidRecord);
  await callRecord(askUnprepared(trx.client), records);
}
