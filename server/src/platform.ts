import { limits } from '@mercury/contract/limits.ts';
import type { Feature, SweepServices } from './feature.ts';
import { checkBooks } from './jobs/check-ledger.ts';
import { forgetIdempotencyKeys, forgetRepliesTo } from './ledger/ledger.ts';
import { forgetMailsTo } from './mail/enqueue-mail.ts';
import { sendMail } from './mail/send-mail.ts';

declare module './jobs/queue.ts' {
  interface JobPayloads {
    'send-mail': { readonly mailId: string };
    /** Daily, by the clock: proves the books. */
    'check-ledger': object;
  }
}

/** What all features stand on and none owns: the books, mails, live events, rate limits. */
export const platform = {
  name: 'platform',
  jobs: {
    'send-mail': (services, { mailId }) => sendMail(services, services.mailTransport, mailId),
    'check-ledger': checkBooks,
  },
  schedules: { 'check-ledger': '43 3 * * *' },
  async onDeletion(trx, userId) {
    await forgetRepliesTo(trx, userId);
    await forgetMailsTo(trx, userId);
  },
  expiring: [
    // A mail's row says that it was sent, and to whom; what it said was forgotten then.
    { table: 'outgoing_mail', since: 'sent_at', keptFor: { days: 30 } },
    // Given up by the queue some days ago; what it said, codes and links among it, is not kept for nobody.
    { table: 'outgoing_mail', where: 'sent_at is null', since: 'created_at', keptFor: { days: 7 } },
  ],
  async sweep({ db }: SweepServices) {
    await forgetIdempotencyKeys(db, limits.idempotencyKeptMs);
    await db.pool.query('delete from rate_limit where expire < extract(epoch from now()) * 1000');
  },
} satisfies Feature;
