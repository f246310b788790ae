import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { writeDown } from '../../operator/write-down.ts';

export type ContactMessage = Row<'contact_message'>;

// As many as an operator looks through at once.
const listedMax = 100;

export async function listMessages({ kysely }: Database): Promise<readonly ContactMessage[]> {
  // Ids grow with time.
  return kysely.selectFrom('contact_message').selectAll().orderBy('id', 'desc').limit(listedMax).execute();
}

/**
 * Returns the message as it was before this opening; undefined if there is none. Each opening is recorded with the operator: a
 * visitor's details are only for the person who answers. `id` may be any text.
 */
export async function openMessage(
  db: Database,
  { id, operator }: { id: string; operator: string },
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
    await client.query('update contact_message set read_at = now() where id = $1 and read_at is null', [
      message.id,
    ]);
    const detail = message.read_at === null ? 'read' : 'read again';
    await writeDown(trx, { command: 'message', subjectId: message.id, operator, detail });
    return message;
  });
}
