import { inTransaction, type Database } from '../../db/database.ts';
import { countRecentMails } from '../../mail/enqueue-mail.ts';
import { findUserByEmail } from '../users/find-user.ts';
import { inEvenTime } from './even-time.ts';
import { issueVerification } from './issue-verification.ts';

// Well above the transaction that writes a mail.
const durationMsMin = 150;

// The first one and five more; the limit for a network address alone would let many networks fill one mailbox.
const mailsPerHourMax = 6;

/** Mails a new code and link if the email belongs to an account that waits for one. The caller never learns which. */
export async function resendVerification(db: Database, email: string): Promise<void> {
  await inEvenTime(durationMsMin, () =>
    inTransaction(db, async (trx) => {
      const user = await findUserByEmail(trx.kysely, email);
      if (user === undefined) return;
      // Requests for one account take turns, so that the count below is exact.
      const { rows } = await trx.client.query(
        'select from app_user where id = $1 and email_verified_at is null for no key update',
        [user.id],
      );
      if (rows.length === 0) return;
      if ((await countRecentMails(trx, user.id, 'verify-email')) >= mailsPerHourMax) return;
      await issueVerification(trx, user);
    }),
  );
}
