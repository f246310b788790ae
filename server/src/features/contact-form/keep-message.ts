import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { sendContactMessage } from '@mercury/contract/api/contact-form.ts';
import { defaultLocale, type Locale } from '@mercury/contract/locales.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';

type NewMessage = BodyOf<typeof sendContactMessage> & { readonly locale: Locale };

/** Stores a visitor's message, and mails it to the operator if an address is set. */
export async function keepMessage(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { name, email, subject, message, locale }: NewMessage,
): Promise<void> {
  const { operatorEmail } = settings.current;
  await inTransaction(db, async (trx) => {
    // Count before this message is stored.
    const isMailed = operatorEmail !== undefined && !(await isFlooded(trx));
    await trx.kysely
      .insertInto('contact_message')
      .values({ id: uuidv7(), name, email, subject, message, locale })
      .execute();
    await publishWithCommit(trx, [{ consoleTopics: ['messages'] }]);
    if (!isMailed) return;
    // The operator's language is unknown, and the visitor's is no guess at it.
    await enqueueMail(
      trx,
      { userId: null, email: operatorEmail, locale: defaultLocale },
      { template: 'contact-message', values: { name, email, subject, message, visitorLocale: locale } },
    );
  });
}

/**
 * A sender on many networks can fill a table, but never the operator's mailbox. Concurrent messages may all pass: a few too many
 * do no harm.
 */
async function isFlooded({ client }: Transaction): Promise<boolean> {
  const { count } = one(
    await client.query<{ count: number }>(
      `select count(*)::integer as count from contact_message where created_at > now() - interval '1 hour'`,
    ),
  );
  return count >= securityParameters.contactMailsPerHourMax;
}
