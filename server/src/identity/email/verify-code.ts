import { timingSafeEqual } from 'node:crypto';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { lockEmail } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { hashCode } from '../secrets/tokens.ts';
import { rememberDevice } from '../sessions/known-device.ts';
import { startSession } from '../sessions/start-session.ts';
import { withMinimumResponseTime } from './email-privacy.ts';
import { findWaitingCaller, registrationPurpose, type WaitingCaller } from './issue-verification.ts';
import { proveEmail } from './prove-email.ts';

interface PendingVerification {
  user_id: string;
  email: string;
  code_hash: Buffer;
}

/** If the caller names an account, only that account's code counts. */
export interface CodeProof extends WaitingCaller {
  readonly code: string;
}

/**
 * A code works once, so this is the account's first proof, and the new session is its only one. If several accounts have
 * the email, the code selects the account. The caller can't tell unknown emails, proved emails, wrong codes and spent codes
 * apart.
 * @throws DomainError InvalidOrExpiredCode
 */
export async function verifyCode(
  { db, events }: Pick<Services, 'db' | 'events'>,
  proof: CodeProof,
  context: RequestContext,
): Promise<{ token: string; user: UserRow }> {
  return withMinimumResponseTime(securityParameters.minimumResponseTimeMs.code, async () => {
    const callerId = await findWaitingCaller(db, proof);
    const counted = await countAttempt(db, { email: proof.email, callerId });
    const pending = counted.find((each) => isRightCode(each, proof.code));
    if (pending === undefined) throw new DomainError('InvalidOrExpiredCode');
    const { ended, ...signedIn } = await inTransaction(db, async (trx) => {
      const ended = await spendCode(trx, pending);
      if (ended === undefined) throw new DomainError('InvalidOrExpiredCode');
      const token = await startSession(trx, { userId: pending.user_id, isRemembered: false, context });
      const user = await getUser(trx.kysely, pending.user_id);
      await recordSecurityEvent(trx, user.id, { kind: 'email_verified', actor: 'person', origin: context });
      // The person has just read a mail from us: no second mail tells them about this browser.
      await rememberDevice(trx, user.id, context);
      await recordSecurityEvent(trx, user.id, { kind: 'signed_in', actor: 'person', origin: context });
      return { ended, token, user };
    });
    events.publish([ended]);
    return signedIn;
  });
}

/** Commits the count before the code is checked, so that parallel tries can't exceed the limit. */
function countAttempt(
  db: Database,
  { email, callerId }: { email: string; callerId: string | undefined },
): Promise<PendingVerification[]> {
  return inTransaction(db, async (trx) => {
    await lockEmail(trx, email);
    const { rows } = await trx.client.query<PendingVerification>(
      `update email_verification
       set code_attempts = code_attempts + 1
       where purpose = $2 and user_id in (
         select user_id from email_verification
         where lower(email) = lower($1) and purpose = $2 and code_attempts < $3 and code_expires_at > now()
           and ($4::uuid is null or user_id = $4)
         order by created_at desc, user_id desc
         limit $5
       )
       returning user_id, email, code_hash`,
      [
        email,
        registrationPurpose,
        securityParameters.emailCode.triesMax,
        callerId ?? null,
        securityParameters.rivalCodesMax,
      ],
    );
    return rows;
  });
}

function isRightCode(pending: PendingVerification, code: string): boolean {
  const binding = { userId: pending.user_id, email: pending.email, purpose: registrationPurpose };
  return timingSafeEqual(hashCode(code, binding), pending.code_hash);
}

/** Returns the ended sessions; undefined if another call was faster or a resend replaced the code meanwhile. */
async function spendCode(
  trx: Transaction,
  pending: PendingVerification,
): Promise<SessionsEndedEvent | undefined> {
  await lockEmail(trx, pending.email);
  const { rowCount } = await trx.client.query(
    'delete from email_verification where user_id = $1 and purpose = $2 and code_hash = $3',
    [pending.user_id, registrationPurpose, pending.code_hash],
  );
  if (rowCount !== 1) return undefined;
  return proveEmail(trx, { userId: pending.user_id, email: pending.email });
}
