import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { sendContactMessage } from '@mercury/contract/api/contact-form.ts';
import { defaultLocale, type Locale } from '@mercury/contract/locales.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';

type NewMessage = BodyOf<typeof sendContactMessage> & { readonly locale: Locale };

/** Keeps what a visitor wrote, and mails it to the operator where there is an address to mail it to. */
export async function keepMessage(
  { db, config: { operatorEmail } }: Pick<Services, 'db' | 'config'>,
  { name, email, subject, message, locale }: NewMessage,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Asked before this one is among them.
    const isMailed = operatorEmail !== undefined && !(await isFlooded(trx));
    await trx.kysely
      .insertInto('contact_message')
      .values({ id: uuidv7(), name, email, subject, message, locale })
      .execute();
    if (!isMailed) return;
    // What the operator reads in is not known; the language of the visitor is no guess at it.
    await enqueueMail(
      trx,
      { userId: null, email: operatorEmail, locale: defaultLocale },
      { template: 'contact-message', values: { name, email, subject, message, visitorLocale: locale } },
    );
  });
}

/**
 * Whoever writes from many networks fills a table, never the operator's mailbox. Messages that come at the same moment may
 * all be let through: a few too many do no harm.
 */
async function isFlooded({ client }: Transaction): Promise<boolean> {
  const { count } = one(
    await client.query<{ count: number }>(
      `select count(*)::integer as count from contact_message where created_at > now() - interval '1 hour'`,
    ),
  );
  return count >= securityParameters.contactMailsPerHourMax;
}
