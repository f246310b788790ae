import { pino } from 'pino';
import { expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../db/database.ts';
import { createTestDatabase } from '../test/database.ts';
import { checkBooks } from './check-ledger.ts';

test('books that could not be checked are told of, and the job fails, so that it is tried again', async () => {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  await checkBooks({ db: database.db, log });
  const away = openDatabase({ connectionString: database.connectionString });
  await closeDatabase(away);
  await expect(checkBooks({ db: away, log })).rejects.toThrow('the pool');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 30, msg: 'the books are right' }),
    expect.objectContaining({ level: 50, msg: 'the books could not be checked' }),
  ]);
  await database.drop();
});
