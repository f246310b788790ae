import type { PersonNote } from '@mercury/contract/console/people.ts';
import { v7 as uuidv7 } from 'uuid';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import type { Origin } from '../../http/caller.ts';
import { findUserById } from '../../identity/person/person.ts';
import { actorOf, type StaffSession } from '../staff/sessions.ts';

const pageSize = 20;

/** @throws DomainError ValidationFailed for a cursor that no reply ever contained */
export async function listNotes(
  { pool }: Database,
  personId: string,
  cursor: string | undefined,
): Promise<{ notes: PersonNote[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && after === undefined)
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'cursor', key: 'invalid' }] });
  const { rows } = await pool.query<Row<'person_note'> & { name: string }>(
    `select note.*, staff.name from person_note note join staff_member staff on staff.id = note.staff_id
     where note.user_id = $1 and ($2::uuid is null or note.id < $2)
     order by note.id desc
     limit $3`,
    [personId, after ?? null, pageSize + 1],
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    notes: shown.map(({ id, name, text, created_at: at }) => ({ id, name, text, at: at.toISOString() })),
    nextCursor: rows.length > pageSize && last !== undefined ? encodeCursor(last.id) : null,
  };
}

/** @throws DomainError NotFound */
export async function addNote(
  db: Database,
  {
    personId,
    text,
    session,
    origin,
  }: { personId: string; text: string; session: StaffSession; origin: Origin },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const person = await findUserById(trx.kysely, personId);
    if (person === undefined) throw new DomainError('NotFound');
    await trx.client.query('insert into person_note (id, user_id, staff_id, text) values ($1, $2, $3, $4)', [
      uuidv7(),
      personId,
      session.staffId,
      text,
    ]);
    await appendEntry(trx, {
      actor: actorOf(session, origin),
      action: 'people.note',
      subject: { kind: 'person', id: personId },
      after: { username: person.username, text },
    });
  });
}
