import { noticeDefaults } from '@mercury/contract/api/notices.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Row } from '../db/rows.ts';
import { renderMail } from './render-mail.ts';
import type { MailOf, MailTemplateName } from './templates.ts';
import type { MailTransport } from './transport.ts';

/**
 * Sends a waiting mail, then forgets its content. If the process dies between the two, the mail is sent once more with the same
 * Message-ID.
 */
export async function sendMail(
  { db, config }: { db: Database; config: Config },
  transport: MailTransport,
  mailId: string,
): Promise<void> {
  const row = await db.kysely
    .selectFrom('outgoing_mail')
    .selectAll()
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return;
  if (await isOutdated(db, row)) {
    await db.kysely.deleteFrom('outgoing_mail').where('id', '=', mailId).execute();
    return;
  }
  await transport.deliver({
    ...renderMail(mailOf(row), row, config.publicUrl),
    id: row.id,
    recipient: row.recipient,
    language: row.locale,
    writtenAt: row.created_at,
  });
  if (row.user_id === null) {
    // The mail belongs to no account: keep neither the sending nor the address.
    await db.kysely.deleteFrom('outgoing_mail').where('id', '=', mailId).execute();
    return;
  }
  await db.kysely
    .updateTable('outgoing_mail')
    .set({ sent_at: new Date(), template_values: null, phrase: null })
    .where('id', '=', mailId)
    .execute();
}

// Only the newest code and link of these work.
const replacedByNewer: ReadonlySet<string> = new Set<MailTemplateName>([
  'verify-email',
  'verify-new-email',
  'reset-password',
]);
const heldUpMs = 60_000;

/**
 * After an outage the mail server gets the waiting mails in any order. An outdated code that arrives last would be typed, and
 * refused. So a delayed mail is not sent if there is a newer one.
 */
async function isOutdated(db: Database, row: Row<'outgoing_mail'>): Promise<boolean> {
  if (row.template === 'announcement') return !(await isStillWanted(db, row));
  if (!replacedByNewer.has(row.template) || Date.now() - row.created_at.getTime() < heldUpMs) return false;
  const newer = await db.kysely
    .selectFrom('outgoing_mail')
    .select('id')
    .where((where) => where(where.fn('lower', ['recipient']), '=', row.recipient.toLowerCase()))
    .where('template', '=', row.template)
    .where('user_id', '=', row.user_id)
    // Ids grow with time, exactly; a time loses its microseconds on the way here.
    .where('id', '>', row.id)
    .executeTakeFirst();
  return newer !== undefined;
}

/**
 * It may have waited for days, until the announcement was over. And whoever looked for readers while a person turned such mails off,
 * or left, wrote it after those that waited were taken back.
 */
async function isStillWanted({ pool }: Database, { id }: Row<'outgoing_mail'>): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from outgoing_mail mail
       join announcement on announcement.id = (mail.template_values ->> 'announcementId')::uuid
       join app_user on app_user.id = mail.user_id
      where mail.id = $1 and (ends_at is null or ends_at > now())
        and deleted_at is null and coalesce((notice_choices #>> '{announcements,mail}')::boolean, $2)`,
    [id, noticeDefaults.announcements.mail],
  );
  return rowCount === 1;
}

function mailOf(row: Row<'outgoing_mail'>): MailOf {
  // Only enqueueMail writes rows, and it ties a template to its values.
  return { template: row.template, values: row.template_values } as MailOf;
}
