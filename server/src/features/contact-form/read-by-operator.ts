import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database } from '../../db/database.ts';
import type { ContactMessageTable } from '../../db/schema.ts';

export type ContactMessage = Selectable<ContactMessageTable>;

// What an operator looks through at once.
const listedMax = 100;

/** The newest first. */
export async function listMessages({ kysely }: Database): Promise<readonly ContactMessage[]> {
  // Ids grow with time.
  return kysely.selectFrom('contact_message').selectAll().orderBy('id', 'desc').limit(listedMax).execute();
}

/**
 * One message as it was before it was opened now; undefined where there is none. That it was opened is written down with
 * who did, each time, because what a visitor says of themselves is for whoever answers them. Any text may be asked for.
 */
export async function openMessage(
  db: Database,
  { id, operator }: { id: string; operator: string },
): Promise<ContactMessage | undefined> {
  return inTransaction(db, async ({ client }) => {
    const { rows } = await client.query<ContactMessage>(
      'select * from contact_message where id::text = lower($1) for update',
      [id.replaceAll('\0', '')],
    );
    const [message] = rows;
    if (message === undefined) return undefined;
    await client.query('update contact_message set read_at = now() where id = $1 and read_at is null', [
      message.id,
    ]);
    await client.query(
      `insert into operator_action (id, command, subject_id, operator, detail) values ($1, 'message', $2, $3, $4)`,
      [uuidv7(), message.id, operator, message.read_at === null ? 'read' : 'read again'],
    );
    return message;
  });
}
