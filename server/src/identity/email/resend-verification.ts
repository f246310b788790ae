import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import { lockEmail } from '../person/lock-email.ts';
import {
  findNewestUnverifiedUserByEmail,
  findUserById,
  findVerifiedUserByEmail,
} from '../person/person.ts';
import { findWaitingCaller, type WaitingCaller } from './find-waiting-caller.ts';
import { issueVerification } from './issue-verification.ts';
import { inEvenTime } from './minimum-response-time.ts';

/**
 * Mails a new code and link if the email waits for a proof: for the account that the caller means, else for the latest that was
 * registered with it. The caller never learns whether.
 */
export async function resendVerification(
  db: Database,
  request: WaitingCaller,
  origin: Pick<Origin, 'networkAddress'>,
): Promise<void> {
  await inEvenTime(securityParameters.evenTimeMs.mail, async () => {
    const callerId = await findWaitingCaller(db, request);
    await inTransaction(db, (trx) => resend(trx, { email: request.email, callerId, origin }));
  });
}

async function resend(
  trx: Transaction,
  {
    email,
    callerId,
    origin,
  }: { email: string; callerId: string | undefined; origin: Pick<Origin, 'networkAddress'> },
): Promise<void> {
  await lockEmail(trx, email);
  // Nobody else can have it any more, whoever else registered with it.
  if ((await findVerifiedUserByEmail(trx.kysely, email)) !== undefined) return;
  const user =
    callerId === undefined
      ? await findNewestUnverifiedUserByEmail(trx.kysely, email)
      : await findUserById(trx.kysely, callerId);
  if (user !== undefined && user.email_verified_at === null) await issueVerification(trx, user, origin);
}
