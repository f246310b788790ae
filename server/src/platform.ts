import { limits } from '@mercury/contract/limits.ts';
import type { Feature, SweepServices } from './feature.ts';
import { checkBooks } from './jobs/check-ledger.ts';
import { forgetIdempotencyKeys, forgetRepliesTo } from './ledger/ledger.ts';
import { forgetMailsTo } from './mail/enqueue-mail.ts';
import { sendMail } from './mail/send-mail.ts';

declare module './jobs/queue.ts' {
  interface JobPayloads {
    'send-mail': { readonly mailId: string };
    /** Scheduled daily: proves the books. */
    'check-ledger': object;
  }
}

/** The base of all features, which none of them owns: the books, mails, live events, rate limits. */
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
    // The row of a sent mail says when and to whom. Its content was deleted when it was sent.
    { table: 'outgoing_mail', since: 'sent_at', keptFor: { days: 30 } },
    // The queue gave these up days ago. Their content has codes and links, which must not stay without a use.
    { table: 'outgoing_mail', where: 'sent_at is null', since: 'created_at', keptFor: { days: 7 } },
  ],
  async sweep({ db }: SweepServices) {
    await forgetIdempotencyKeys(db, limits.idempotencyKeptMs);
    await db.pool.query('delete from rate_limit where expire < extract(epoch from now()) * 1000');
  },
} satisfies Feature;
