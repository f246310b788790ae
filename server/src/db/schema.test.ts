import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { writeSchemaSource } from '../test/schema-source.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('schema.ts has the tables that the migrations make', async () => {
  await expect(
    await writeSchemaSource(database.db),
    'after a new migration: npm run migrations',
  ).toMatchFileSnapshot(join(import.meta.dirname, 'schema.ts'));
});
