import type { Locale } from '@mercury/contract/locales.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../db/database.ts';
import { one } from '../db/rows.ts';
import { addJob, addJobs } from '../jobs/queue.ts';
import type { MailOf, MailTemplateName, MailTemplates } from './templates.ts';

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

/** Two at a time, so that half of the workers stay free for codes and the like. */
const announcementLanes = 2;

/** Mails that many people get. They are sent behind all other mails. */
export async function enqueueAnnouncements(
  trx: Transaction,
  mails: readonly { readonly addressee: Addressee; readonly values: MailTemplates['announcement'] }[],
): Promise<void> {
  const identified = mails.map((mail) => ({ ...mail, id: uuidv7() }));
  await trx.client.query(
    `insert into outgoing_mail (id, user_id, recipient, locale, template, template_values, phrase)
     select mail.id, mail.user_id, mail.recipient, mail.locale, 'announcement', mail.template_values, app_user.phrase
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[])
              as mail (id, user_id, recipient, locale, template_values)
       left join app_user on app_user.id = mail.user_id`,
    [
      identified.map(({ id }) => id),
      identified.map(({ addressee }) => addressee.userId),
      identified.map(({ addressee }) => addressee.email),
      identified.map(({ addressee }) => addressee.locale),
      identified.map(({ values }) => JSON.stringify(values)),
    ],
  );
  await addJobs(trx, 'send-mail', {
    jobs: identified.map(({ id: mailId }, index) => ({
      payload: { mailId },
      key: mailId,
      lane: `announcement-mails-${index % announcementLanes}`,
    })),
    runAt: new Date(),
  });
}

/**
 * How many of the last minutes' are not sent. Those that the mail server refuses again and again count no longer: they would keep
 * all others waiting.
 */
export async function countWaitingAnnouncements({ client }: Transaction): Promise<number> {
  return one(
    await client.query<{ count: number }>(
      `select count(*)::integer as count from outgoing_mail
       where template = 'announcement' and sent_at is null and created_at > now() - interval '10 minutes'`,
    ),
  ).count;
}

export async function forgetWaitingAnnouncement({ client }: Transaction, id: string): Promise<void> {
  await client.query(
    `delete from outgoing_mail
     where template = 'announcement' and sent_at is null and template_values ->> 'announcementId' = $1`,
    [id],
  );
}

/** For a person who turned them off or leaves. */
export async function forgetWaitingAnnouncementsTo({ client }: Transaction, userId: string): Promise<void> {
  await client.query(
    "delete from outgoing_mail where user_id = $1 and template = 'announcement' and sent_at is null",
    [userId],
  );
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

/** For a person who leaves. A waiting mail about their account is still sent, and is then deleted. */
export async function forgetMailsTo(trx: Transaction, userId: string): Promise<void> {
  const { client } = trx;
  await forgetWaitingAnnouncementsTo(trx, userId);
  await client.query('delete from outgoing_mail where user_id = $1 and sent_at is not null', [userId]);
  await client.query('update outgoing_mail set user_id = null where user_id = $1', [userId]);
}
