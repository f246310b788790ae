import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { countRecentMails, enqueueMail } from './enqueue-mail.ts';
import type { MailOf } from './templates.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const taken: MailOf = { template: 'email-taken', values: { username: 'ada' } };

async function write(email: string, ago: string): Promise<void> {
  await inTransaction(database.db, (trx) => enqueueMail(trx, { userId: null, email, locale: 'en' }, taken));
  await database.db.pool.query(
    'update outgoing_mail set created_at = created_at - $2::interval where recipient = $1',
    [email, ago],
  );
}

const countOf = (email: string, template: MailOf['template'] = taken.template) =>
  inTransaction(database.db, (trx) => countRecentMails(trx, { email, template }));

test('counts the mails of an hour, of one kind, to an address in whatever case', async () => {
  await write('Ada@example.com', '59 minutes');
  await write('aDA@example.com', '61 minutes');
  await write('grace@example.com', '0');
  expect(await countOf('ada@example.com')).toBe(1);
  expect(await countOf('ada@example.com', 'notice')).toBe(0);
});
