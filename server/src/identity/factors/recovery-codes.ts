import { limits } from '@mercury/contract/limits.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { createLongCode, readLongCode } from '../secrets/long-code.ts';
import { hashLike, hashTogether } from '../secrets/password.ts';

/** A set as its person sees it, this once, and as it is kept. */
export interface RecoveryCodes {
  readonly shown: readonly string[];
  readonly hashes: readonly string[];
}

/** Ten, of 80 random bits each. It takes a second: no transaction waits for it. */
export async function createRecoveryCodes(): Promise<RecoveryCodes> {
  const shown = Array.from({ length: limits.recoveryCodeCount }, createLongCode);
  return { shown, hashes: await hashTogether(shown.map(readLongCode)) };
}

/** The kept form of the code that was typed; undefined where the account has none such. */
export async function findRecoveryCode(
  db: Database,
  { userId, typed }: { userId: string; typed: string },
): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ code_hash: string }>(
    'select code_hash from recovery_code where user_id = $1',
    [userId],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const codeHash = await hashLike(first.code_hash, readLongCode(typed));
  return rows.some((row) => row.code_hash === codeHash) ? codeHash : undefined;
}

/** False where it was spent meanwhile, or a new set has replaced it. */
export async function spendRecoveryCode(
  trx: Transaction,
  { userId, codeHash }: { userId: string; codeHash: string },
): Promise<boolean> {
  const { rowCount } = await trx.client.query(
    'delete from recovery_code where user_id = $1 and code_hash = $2',
    [userId, codeHash],
  );
  return rowCount === 1;
}

/** The old ones open nothing any more. */
export async function replaceRecoveryCodes(
  trx: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await trx.client.query('delete from recovery_code where user_id = $1', [userId]);
  await trx.client.query('insert into recovery_code (user_id, code_hash) select $1, unnest($2::text[])', [
    userId,
    hashes,
  ]);
}
