import { v7 as uuidv7 } from 'uuid';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import { checkLedger } from '../check.ts';
import type { AccountRef, IdempotencyKey, Posting, PostingOutcome, Receipt } from '../types.ts';

export async function insertPeople(db: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await db.pool.query(
    `insert into app_user (id, username, email, name, password_hash, address, locale)
     select id, 'u' || right(tag, 31), tag || '@example.test', 'Somebody', '$argon2id$none', 'mrcy' || tag, 'en'
     from (select id, replace(id::text, '-', '') as tag from unnest($1::uuid[]) as person (id)) person`,
    [ids],
  );
  return ids;
}

export async function insertOwner(db: Database): Promise<string> {
  const [id = ''] = await insertPeople(db, 1);
  return id;
}

export function available(owner: string, asset: AssetCode = 'MRCY'): AccountRef {
  return { owner, asset, kind: 'available' };
}

export function house(asset: AssetCode = 'MRCY'): AccountRef {
  return { owner: 'house', asset, kind: 'rail_clearing' };
}

/** The house's side of an exchange. Its position is kept, so postings to it are serialized. */
export function exposure(asset: AssetCode = 'MRCY'): AccountRef {
  return { owner: 'house', asset, kind: 'exposure' };
}

export function payment(from: AccountRef, to: AccountRef, amount: bigint): Posting {
  return {
    transferId: uuidv7(),
    kind: 'transfer',
    entries: [
      { account: from, amount: -amount },
      { account: to, amount },
    ],
  };
}

/** Money from the house, as if out of nowhere. */
export function funding(owner: string, amount: bigint, asset: AssetCode = 'MRCY'): Posting {
  return payment(house(asset), available(owner, asset), amount);
}

export function claimOf(
  ownerId: string,
  key: string,
  { fingerprint = 'same' }: { fingerprint?: string } = {},
): IdempotencyKey {
  return { ownerId, key, fingerprint };
}

export function receiptOf(outcome: PostingOutcome | undefined): Receipt {
  if (!outcome?.isPosted) throw new Error(`not posted: ${outcome?.refusal}`);
  return outcome.receipt;
}

/** Every test of money ends with this. */
export async function proveBooks(db: Database): Promise<void> {
  const { findings } = await checkLedger(db);
  if (findings.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(findings)}`);
}

/** Resolves with the id of a backend that waits for a lock to post. */
export async function waitingBackend(db: Database): Promise<number> {
  for (;;) {
    const { rows } = await db.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'
         and query ~ 'ledger_post|pg_advisory_xact_lock|deleted_at'`,
    );
    if (rows[0]) return rows[0].pid;
  }
}
