import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '../../db/database.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import { findVerifiedUserByEmail } from '../person/person.ts';

/**
 * Returns after `durationMsMin` at the earliest, whether the work succeeds or fails: the response time must not reveal what
 * was found. The minimum must be well above the time of the slowest path.
 */
export async function withMinimumResponseTime<Result>(
  durationMsMin: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const elapsed = delay(durationMsMin);
  try {
    return await work();
  } finally {
    await elapsed;
  }
}

/** Tells a proved email's owner that a stranger tried to use it, up to an hourly limit. The caller holds the email's lock. */
export async function tellEmailOwner(trx: Transaction, email: string): Promise<void> {
  const owner = await findVerifiedUserByEmail(trx.kysely, email);
  if (owner === undefined) return;
  const mailCount = await countRecentMails(trx, { email: owner.email, template: 'email-taken' });
  if (mailCount >= securityParameters.emailTakenMailsPerHourMax) return;
  await enqueueMail(
    trx,
    { userId: owner.id, email: owner.email, locale: owner.locale },
    { template: 'email-taken', values: { username: owner.username } },
  );
}
