import type { Database, Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { securityParameters } from '../../security-parameters.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { hashToken } from '../secrets/tokens.ts';

/** A sign-in whose password was right and that waits for its second factor. */
export interface Challenge {
  readonly tokenHash: Buffer;
  readonly user: UserRow;
  readonly isRemembered: boolean;
  /** What a passkey was asked to sign, where one was asked. */
  readonly passkeyChallenge: string | null;
}

interface ChallengeRow {
  user_id: string;
  is_remembered: boolean;
  passkey_challenge: string | null;
}

const { triesMax } = securityParameters.challenge;
const isOpen = 'token_hash = $1 and attempts < $2 and expires_at > now()';
const columns = 'user_id, is_remembered, passkey_challenge';

/**
 * Counts a try, committed before what was answered is looked at, so that tries in parallel can't be more than there are.
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
  const { rows } = await db.pool.query<ChallengeRow>(statement, [tokenHash, triesMax]);
  const [row] = rows;
  if (row === undefined) throw new DomainError('ChallengeExpired');
  return {
    tokenHash,
    user: await getUser(db.kysely, row.user_id),
    isRemembered: row.is_remembered,
    passkeyChallenge: row.passkey_challenge,
  };
}

/**
 * A challenge opens one session. What ended it meanwhile (another answer, a changed password, two-factor turned off)
 * ends the sign-in.
 * @throws DomainError ChallengeExpired
 */
export async function spendChallenge(trx: Transaction, { tokenHash }: Challenge): Promise<void> {
  const { rowCount } = await trx.client.query('delete from sign_in_challenge where token_hash = $1', [
    tokenHash,
  ]);
  if (rowCount !== 1) throw new DomainError('ChallengeExpired');
}
