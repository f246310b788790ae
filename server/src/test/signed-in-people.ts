import { randomBytes } from 'node:crypto';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database } from '../db/database.ts';
import { post } from '../ledger/ledger.ts';
import { insertPerson } from './insert-person.ts';

export interface Caller {
  readonly userId: string;
  readonly token: string;
  readonly walletAddress: string;
}

/** Inserts verified people with a session each, for tests that are not about signing in. */
export async function insertSignedInPeople(db: Database, count: number): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let index = 0; index < count; index += 1) callers.push(await insertSignedInPerson(db));
  return callers;
}

async function insertSignedInPerson(db: Database): Promise<Caller> {
  const tag = randomBytes(15).toString('hex');
  const { token, user } = await insertPerson(db, {
    username: `u${tag}`,
    email: `${tag}@example.test`,
    password: 'correct horse 7',
    isRemembered: true,
    isProved: true,
  });
  return { userId: user.id, token, walletAddress: user.walletAddress };
}

/**
 * As if each had paid the others long ago. Transfers to known people share a commit; a transfer to a new person takes its turn
 * with a commit of its own.
 */
export async function knowOthers(
  db: Database,
  payers: readonly Caller[],
  others: readonly Caller[],
): Promise<void> {
  await db.pool.query(
    `insert into paid_recipient (user_id, address, first_paid_at, is_proved)
     select payer, other, now() - interval '2 days', true from unnest($1::uuid[]) payer, unnest($2::text[]) other`,
    [payers.map(({ userId }) => userId), others.map(({ walletAddress }) => walletAddress)],
  );
}

/** In smallest units. */
export async function fund(
  db: Database,
  callers: readonly Pick<Caller, 'userId'>[],
  amount: bigint,
  asset: AssetCode = 'MRCY',
): Promise<void> {
  const outcomes = await inTransaction(db, (trx) =>
    post(
      trx,
      callers.map(({ userId }) => ({
        transferId: uuidv7(),
        kind: 'adjustment' as const,
        entries: [
          { account: { owner: 'house', asset, kind: 'rail_clearing' }, amount: -amount },
          { account: { owner: userId, asset, kind: 'available' }, amount },
        ],
      })),
    ),
  );
  if (outcomes.some(({ isPosted }) => !isPosted)) throw new Error('the money was refused');
}
