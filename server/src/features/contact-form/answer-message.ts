import { v7 as uuidv7 } from 'uuid';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { ContactMessage } from './read-by-operator.ts';

interface Answer {
  readonly id: string;
  readonly answer: string;
  /** How many the writer has seen: nobody answers beside somebody else without knowing it. */
  readonly answersSeen: number;
  readonly staffId: string;
  readonly actor: Actor;
}

/**
 * Mails the answer with the visitor's message below, in the frame of their language, and keeps it.
 * @throws DomainError NotFound, MessageAnswered
 */
export async function answerMessage(
  db: Database,
  { id, answer, answersSeen, staffId, actor }: Answer,
): Promise<ContactMessage> {
  return inTransaction(db, async (trx) => {
    const { client } = trx;
    const message = maybeOne(
      await client.query<ContactMessage>('select * from contact_message where id = $1 for update', [id]),
    );
    if (message === undefined) throw new DomainError('NotFound');
    const { count } = one(
      await client.query<{ count: number }>(
        'select count(*)::integer as count from contact_answer where message_id = $1',
        [id],
      ),
    );
    if (count !== answersSeen) throw new DomainError('MessageAnswered');
    const answerId = uuidv7();
    await client.query(
      'insert into contact_answer (id, message_id, answer, staff_id) values ($1, $2, $3, $4)',
      [answerId, id, answer, staffId],
    );
    const read = one(
      await client.query<ContactMessage>(
        'update contact_message set read_at = coalesce(read_at, now()) where id = $1 returning *',
        [id],
      ),
    );
    await enqueueMail(
      trx,
      { userId: null, email: message.email, locale: message.locale },
      {
        template: 'contact-answer',
        values: { username: message.name, subject: message.subject, message: message.message, answer },
      },
    );
    await appendEntry(trx, {
      actor,
      action: 'message.answer',
      subject: { kind: 'message', id },
      after: { answer },
    });
    return read;
  });
}
