import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '../../db/database.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import { findVerifiedUserByEmail } from '../person/person.ts';

/**
 * Answers not before `durationMsMin` has passed, whether the work succeeds or fails, so that how long it took tells
 * nothing about what was found. The minimum has to be well above what the longer of the ways takes.
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

/**
 * Tells the owner of a proved email that somebody tried to use it for another account, unless they were told often
 * enough this hour. Where nobody has proved it there is nobody to tell. The caller holds the email's lock.
 */
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
