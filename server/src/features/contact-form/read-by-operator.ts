import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';

export type ContactMessage = Row<'contact_message'>;
export type ListedMessage = ContactMessage & { readonly answered_at: Date | null };

// As many as an operator looks through at once.
const listedMax = 100;
const pageSize = 50;

export async function listMessages({ kysely }: Database): Promise<readonly ContactMessage[]> {
  // Ids grow with time.
  return kysely.selectFrom('contact_message').selectAll().orderBy('id', 'desc').limit(listedMax).execute();
}

/**
 * Unread first, each newest first, by index contact_message_unread_first. A cursor says on which side it stands: what was read
 * meanwhile must not move the place.
 * @throws DomainError ValidationFailed for a cursor that no reply ever contained
 */
export async function listMessagePage(
  { pool }: Database,
  cursor: string | undefined,
): Promise<{ rows: readonly ListedMessage[]; nextCursor: string | null }> {
  const place = cursor === undefined ? { isRead: false, id: undefined } : readPlace(cursor);
  const { rows } = await pool.query<ListedMessage>(
    `select message.*, answered.answered_at
       from (
         select * from contact_message
          where ((read_at is not null) = $1 and ($2::uuid is null or id < $2)) or (read_at is not null) > $1
          order by (read_at is not null), id desc limit $3
       ) message
       left join lateral (
         select answered_at from contact_answer where message_id = message.id order by id desc limit 1
       ) answered on true
      order by (message.read_at is not null), message.id desc`,
    [place.isRead, place.id ?? null, pageSize + 1],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = rows.length > pageSize && last !== undefined;
  return {
    rows: shown,
    nextCursor: hasMore ? `${last.read_at === null ? 'u' : 'r'}${encodeCursor(last.id)}` : null,
  };
}

function readPlace(cursor: string): { isRead: boolean; id: string } {
  const id = decodeCursor(cursor.slice(1));
  if (id === undefined || !/^[ur]/.test(cursor))
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'cursor', key: 'invalid' }] });
  return { isRead: cursor.startsWith('r'), id };
}

export interface ReadAnswer extends Row<'contact_answer'> {
  readonly answered_by: string;
}

/** Oldest first. */
export async function readAnswers({ pool }: Database, messageId: string): Promise<readonly ReadAnswer[]> {
  const { rows } = await pool.query<ReadAnswer>(
    `select contact_answer.*, staff_member.name as answered_by
       from contact_answer join staff_member on staff_member.id = contact_answer.staff_id
      where message_id = $1 order by contact_answer.id`,
    [messageId],
  );
  return rows;
}

/**
 * Returns the message as it was before this opening; undefined if there is none. Each opening is recorded with its reader: a
 * visitor's details are only for the person who answers. Whoever only looks leaves it unread. `id` may be any text.
 */
export async function openMessage(
  db: Database,
  { id, actor, marksRead = true }: { id: string; actor: Actor; marksRead?: boolean },
): Promise<ContactMessage | undefined> {
  return inTransaction(db, async (trx) => {
    const { client } = trx;
    const message = maybeOne(
      await client.query<ContactMessage>(
        'select * from contact_message where id::text = lower($1) for update',
        [id.replaceAll('\0', '')],
      ),
    );
    if (message === undefined) return undefined;
    if (marksRead)
      await client.query('update contact_message set read_at = now() where id = $1 and read_at is null', [
        message.id,
      ]);
    await appendEntry(trx, {
      actor,
      action: 'message.read',
      subject: { kind: 'message', id: message.id },
      reason: message.read_at === null ? 'read' : 'read again',
    });
    return message;
  });
}
