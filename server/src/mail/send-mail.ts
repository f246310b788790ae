import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Row } from '../db/rows.ts';
import { renderMail } from './render-mail.ts';
import type { MailOf, MailTemplateName } from './templates.ts';
import type { MailTransport } from './transport.ts';

/**
 * Sends a mail that waits, then forgets what it said. A process that dies between the two sends it once more, under
 * the same Message-ID.
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
    // Nobody's any more: that it was sent, and to whom, is not kept either.
    await db.kysely.deleteFrom('outgoing_mail').where('id', '=', mailId).execute();
    return;
  }
  await db.kysely
    .updateTable('outgoing_mail')
    .set({ sent_at: new Date(), template_values: null, phrase: null })
    .where('id', '=', mailId)
    .execute();
}

// Their newest code and link are the only ones that work.
const replacedByNewer: ReadonlySet<string> = new Set<MailTemplateName>([
  'verify-email',
  'verify-new-email',
  'reset-password',
]);
const heldUpMs = 60_000;

/**
 * A mail server that was away is handed what waited in any order. A code that came after the one that replaced it would
 * be the one that is typed, and refused; so a mail that was held up is not sent once there is a newer one.
 */
async function isOutdated(db: Database, row: Row<'outgoing_mail'>): Promise<boolean> {
  if (!replacedByNewer.has(row.template) || Date.now() - row.created_at.getTime() < heldUpMs) return false;
  const newer = await db.kysely
    .selectFrom('outgoing_mail')
    .select('id')
    .where((where) => where(where.fn('lower', ['recipient']), '=', row.recipient.toLowerCase()))
    .where('template', '=', row.template)
    .where('user_id', '=', row.user_id)
    // Ids grow with time, and exactly; a time loses its microseconds on the way here.
    .where('id', '>', row.id)
    .executeTakeFirst();
  return newer !== undefined;
}

function mailOf(row: Row<'outgoing_mail'>): MailOf {
  // Rows are written by enqueueMail only, which ties a template to its values.
  return { template: row.template, values: row.template_values } as MailOf;
}
