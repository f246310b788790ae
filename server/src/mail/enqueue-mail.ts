import type { Locale } from '@mercury/contract/locales.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../db/database.ts';
import { one } from '../db/rows.ts';
import { addJob } from '../jobs/queue.ts';
import type { MailOf, MailTemplateName } from './templates.ts';

/** The recipient: an account's owner, in their language; or the operator, who has no account. */
export interface Addressee {
  readonly userId: string | null;
  readonly email: string;
  readonly locale: Locale;
}

/** Sends a mail after the commit, if and only if the caller's transaction commits. */
export async function enqueueMail(trx: Transaction, addressee: Addressee, mail: MailOf): Promise<void> {
  const mailId = uuidv7();
  await trx.kysely
    .insertInto('outgoing_mail')
    .values({
      id: mailId,
      user_id: addressee.userId,
      recipient: addressee.email,
      locale: addressee.locale,
      template: mail.template,
      template_values: { ...mail.values },
      phrase: (query) =>
        query.selectFrom('app_user').select('phrase').where('app_user.id', '=', addressee.userId),
      sent_at: null,
    })
    .execute();
  await addJob(trx, 'send-mail', { mailId });
}

/**
 * The number of mails of a kind that an address got or will get within the last hour, for any account. Exact only while the
 * caller holds a lock that every writer of such mails to the address takes.
 */
export async function countRecentMails(
  trx: Transaction,
  { email, template }: { email: string; template: MailTemplateName },
): Promise<number> {
  return one(
    await trx.client.query<{ count: number }>(
      `select count(*)::integer as count from outgoing_mail
       where lower(recipient) = lower($1) and template = $2 and created_at > now() - interval '1 hour'`,
      [email, template],
    ),
  ).count;
}

/** For a person who leaves. A waiting mail is still sent, and is then deleted. */
export async function forgetMailsTo({ client }: Transaction, userId: string): Promise<void> {
  await client.query('delete from outgoing_mail where user_id = $1 and sent_at is not null', [userId]);
  await client.query('update outgoing_mail set user_id = null where user_id = $1', [userId]);
}
