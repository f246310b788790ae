import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type pg from 'pg';
import type { Database, Transaction } from '../db/database.ts';
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

/** Negative where the house owes. Its open orders may still move the position: so far down, and so far up. */
export interface HouseReach {
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** Locked against trades with the house until the transaction ends. Lock the people's balances first, as postings do. */
export function lockPositions(
  { client }: Transaction,
  assets: readonly AssetCode[],
): Promise<ReadonlyMap<AssetCode, HouseReach>> {
  return readReach(client, 'ledger_lock_positions', assets);
}

/** As it is now. */
export function findHouseReach(
  { pool }: Pick<Database, 'pool'>,
  assets: readonly AssetCode[],
): Promise<ReadonlyMap<AssetCode, HouseReach>> {
  return readReach(pool, 'house_reach', assets);
}

async function readReach(
  connection: Pick<pg.Pool, 'query'>,
  reader: 'ledger_lock_positions' | 'house_reach',
  assets: readonly AssetCode[],
): Promise<ReadonlyMap<AssetCode, HouseReach>> {
  const { rows } = await connection.query<HouseReach & { asset: AssetCode }>(
    `select asset, lowest, highest from ${reader}($1)`,
    [assets],
  );
  return new Map(rows.map(({ asset, lowest, highest }) => [asset, { lowest, highest }]));
}

/** For an expected payment, or one that will never come. */
export async function recordTransactions(
  trx: Transaction,
  records: readonly WalletTransactionRecord[],
): Promise<void> {
  records.forEach(assertValidRecord);
  await callRecord(askUnprepared(trx.client), records);
}
