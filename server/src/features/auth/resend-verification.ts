import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { findNewestUnverifiedUserByEmail, findVerifiedUserByEmail, getUser } from '../users/find-user.ts';
import { inEvenTime } from './even-time.ts';
import { findWaitingCaller } from './find-waiting-caller.ts';
import { issueVerification } from './issue-verification.ts';
import { lockEmail } from './lock-email.ts';

// Well above the transaction that writes a mail.
const durationMsMin = 150;

export interface ResendRequest {
  readonly email: string;
  /** Where the caller is signed in to an account that waits for this email, it is the one that gets the code. */
  readonly bearerToken: string | undefined;
}

/**
 * Mails a new code and link if the email waits for a proof: for the caller's account, else for the latest that was
 * registered with it. The caller never learns whether.
 */
export async function resendVerification(db: Database, request: ResendRequest): Promise<void> {
  await inEvenTime(durationMsMin, async () => {
    const callerId = await findWaitingCaller(db, request);
    await inTransaction(db, (trx) => resend(trx, { email: request.email, callerId }));
  });
}

async function resend(
  trx: Transaction,
  { email, callerId }: { email: string; callerId: string | undefined },
): Promise<void> {
  await lockEmail(trx, email);
  // Nobody else can have it any more, whoever else registered with it.
  if ((await findVerifiedUserByEmail(trx.kysely, email)) !== undefined) return;
  const user =
    callerId === undefined
      ? await findNewestUnverifiedUserByEmail(trx.kysely, email)
      : await getUser(trx.kysely, callerId);
  if (user !== undefined) await issueVerification(trx, user);
}
