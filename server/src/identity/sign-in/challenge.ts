import type { TwoFactorChallenge } from '@mercury/contract/api/auth.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne, one, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, RequestContext } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { forgetTries } from '../factors/check-code.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';
import { completeSignIn } from './complete-sign-in.ts';

/** The token opens the second step once, for five minutes, and nothing else. */
export async function startChallenge(
  trx: Transaction,
  { userId, isRemembered }: { userId: string; isRemembered: boolean },
): Promise<Pick<TwoFactorChallenge, 'tempToken' | 'twoFactorMethods'>> {
  const tempToken = createToken();
  await trx.client.query(
    `insert into sign_in_challenge (token_hash, user_id, is_remembered, expires_at)
     values ($1, $2, $3, now() + make_interval(mins => $4))`,
    [hashToken(tempToken), userId, isRemembered, securityParameters.challenge.minutes],
  );
  const { has_passkey: hasPasskey } = one(
    await trx.client.query<{ has_passkey: boolean }>(
      'select exists (select from passkey where user_id = $1) as has_passkey',
      [userId],
    ),
  );
  return {
    tempToken,
    twoFactorMethods: hasPasskey ? ['code', 'recovery', 'passkey'] : ['code', 'recovery'],
  };
}

/** A sign-in with a right password that waits for its second factor. */
export interface Challenge {
  readonly tokenHash: Buffer;
  readonly user: UserRow;
  readonly isRemembered: boolean;
  /** The challenge for a passkey to sign; null if none was requested. */
  readonly passkeyChallenge: string | null;
}

type ChallengeRow = Pick<Row<'sign_in_challenge'>, 'user_id' | 'is_remembered' | 'passkey_challenge'>;

const { triesMax } = securityParameters.challenge;
const isOpen = 'token_hash = $1 and attempts < $2 and expires_at > now()';
const columns = 'user_id, is_remembered, passkey_challenge';

/**
 * Before the answer is checked, so that parallel tries can't exceed the limit.
 * @throws DomainError ChallengeExpired
 */
export async function countChallengeTry(db: Database, tempToken: string): Promise<Challenge> {
  return readChallenge(
    db,
    tempToken,
    `update sign_in_challenge set attempts = attempts + 1 where ${isOpen} returning ${columns}`,
  );
}

/** @throws DomainError ChallengeExpired */
export async function findChallenge(db: Database, tempToken: string): Promise<Challenge> {
  return readChallenge(db, tempToken, `select ${columns} from sign_in_challenge where ${isOpen}`);
}

async function readChallenge(db: Database, tempToken: string, statement: string): Promise<Challenge> {
  const tokenHash = hashToken(tempToken);
  const row = maybeOne(await db.pool.query<ChallengeRow>(statement, [tokenHash, triesMax]));
  if (row === undefined) throw new DomainError('ChallengeExpired');
  return {
    tokenHash,
    user: await getUser(db.kysely, row.user_id),
    isRemembered: row.is_remembered,
    passkeyChallenge: row.passkey_challenge,
  };
}

/**
 * Another answer, a changed password or turned-off two-factor ends the challenge, and so this sign-in.
 * @throws DomainError ChallengeExpired
 */
async function spendChallenge(trx: Transaction, { tokenHash }: Challenge): Promise<void> {
  const { rowCount } = await trx.client.query('delete from sign_in_challenge where token_hash = $1', [
    tokenHash,
  ]);
  if (rowCount !== 1) throw new DomainError('ChallengeExpired');
}

interface ChallengeAnswer {
  readonly challenge: Challenge;
  readonly context: RequestContext;
  readonly canRenewTwoFactor?: boolean;
  /** In the transaction of the sign-in. Throws if the answer is no longer right. */
  readonly spend?: (trx: Transaction) => Promise<void>;
}

/**
 * One of several concurrent answers succeeds.
 * @throws DomainError ChallengeExpired, AccountFrozen
 */
export async function completeChallenge(
  db: Database,
  { challenge, context, spend, ...rest }: ChallengeAnswer,
): Promise<{ token: string; user: UserRow }> {
  const { user, isRemembered } = challenge;
  const token = await inTransaction(db, async (trx) => {
    // The account first, as in all code that ends challenges.
    const opened = await completeSignIn(trx, { user, isRemembered, context, ...rest });
    await spendChallenge(trx, challenge);
    await spend?.(trx);
    await forgetTries(trx, user.id);
    return opened;
  });
  return { token, user };
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  'InvalidTwoFactorCode',
  'InvalidRecoveryCode',
  'PasskeyRefused',
]);

/** This caller had the password: the account's history gets the failure. */
export async function recordingFailure<Result>(
  db: Database,
  { userId, origin }: { userId: string; origin: Origin },
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof DomainError && refusals.has(error.code)) {
      await inTransaction(db, (trx) =>
        recordSecurityEvent(trx, userId, { kind: 'second_factor_failed', actor: 'person', origin }),
      );
    }
    throw error;
  }
}
