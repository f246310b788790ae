import { randomBytes } from 'node:crypto';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database } from '../db/database.ts';
import { startSession } from '../features/auth/start-session.ts';
import { post } from '../ledger/ledger.ts';

/** Somebody who can call at once. */
export interface Caller {
  readonly userId: string;
  readonly token: string;
  readonly walletAddress: string;
}

/** Verified people with a session each, written straight into the database: for tests that are not about signing in. */
export async function insertSignedInPeople(db: Database, count: number): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let index = 0; index < count; index += 1) callers.push(await insertSignedInPerson(db));
  return callers;
}

async function insertSignedInPerson(db: Database): Promise<Caller> {
  const userId = uuidv7();
  const walletAddress = encodeAddress(randomBytes(20));
  const tag = userId.replaceAll('-', '');
  return inTransaction(db, async (trx) => {
    await trx.client.query(
      `insert into app_user (id, username, email, name, password_hash, address, locale, email_verified_at)
       values ($1, $2, $3, 'Somebody', '$argon2id$none', $4, 'en', now())`,
      [userId, `u${tag.slice(-31)}`, `${tag}@example.test`, walletAddress],
    );
    const context = { networkAddress: '127.0.0.1', userAgent: 'test' };
    const token = await startSession(trx, { userId, isRemembered: true, isProved: true, context });
    return { userId, token, walletAddress };
  });
}

/** Gives each so much from the outside, in the smallest unit. */
export async function fund(
  db: Database,
  callers: readonly Caller[],
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
