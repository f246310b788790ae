import type { Selectable } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { OutgoingMailTable } from '../db/schema.ts';
import { renderMail } from './render-mail.ts';
import type { MailOf } from './templates.ts';
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
  await transport.deliver({
    ...renderMail(mailOf(row), row.locale, config.publicUrl),
    id: row.id,
    recipient: row.recipient,
    language: row.locale,
    writtenAt: row.created_at,
  });
  await db.kysely
    .updateTable('outgoing_mail')
    .set({ sent_at: new Date(), template_values: null, phrase: null })
    .where('id', '=', mailId)
    .execute();
}

function mailOf(row: Selectable<OutgoingMailTable>): MailOf {
  // Rows are written by enqueueMail only, which ties a template to its values.
  return { template: row.template, values: row.template_values } as MailOf;
}
