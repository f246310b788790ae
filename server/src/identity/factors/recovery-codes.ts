import { limits } from '@mercury/contract/limits.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockCaller } from '../person/locks.ts';
import { hashLike, hashTogether } from '../secrets/password.ts';
import { createLongCode, readLongCode } from '../secrets/tokens.ts';
import { checkPasswordAndCode, type PasswordAndCode } from './check-proof.ts';

/** `shown` is displayed this once; `hashes` are stored. */
export interface RecoveryCodes {
  readonly shown: readonly string[];
  readonly hashes: readonly string[];
}

/** Ten codes of 80 random bits each. Hashing takes a second, so don't call it inside a transaction. */
export async function createRecoveryCodes(): Promise<RecoveryCodes> {
  const shown = Array.from({ length: limits.recoveryCodeCount }, createLongCode);
  return { shown, hashes: await hashTogether(shown.map(readLongCode)) };
}

/** Returns the stored hash of the typed code; undefined if the account has no such code. */
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

/** False if the code was spent meanwhile, or a new set has replaced it. */
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

/** @throws DomainError WrongPassword, InvalidTwoFactorCode, TwoFactorNotEnabled, RateLimitExceeded, Busy */
export async function renewRecoveryCodes(
  services: Pick<Services, 'db' | 'config' | 'secretBox' | 'events' | 'log'>,
  session: Session,
  shown: PasswordAndCode,
): Promise<readonly string[]> {
  const { userId } = session;
  await checkPasswordAndCode(services, userId, shown);
  const recoveryCodes = await createRecoveryCodes();
  await inTransaction(services.db, async (trx) => {
    const user = await lockCaller(trx, session);
    // Two-factor was turned off meanwhile: the codes would recover nothing.
    if (user.two_factor_enabled_at === null) throw new DomainError('TwoFactorNotEnabled');
    await replaceRecoveryCodes(trx, userId, recoveryCodes.hashes);
    await tellPerson(trx, user, { kind: 'recovery_codes_renewed', actor: 'person', origin: shown.origin });
  });
  services.events.publish([{ userId, topics: ['account'] }]);
  return recoveryCodes.shown;
}
