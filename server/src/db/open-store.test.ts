import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { asOwner, onDatabase } from '../test/test-postgres.ts';
import { openStore } from './open-store.ts';

let served: TestDatabase;
let other: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  [served, other, dataDir] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'mercury-store-')),
  ]);
});
afterAll(async () => {
  await Promise.all([served.drop(), other.drop(), rm(dataDir, { recursive: true, force: true })]);
});

function open(databaseOwnerUrl: string) {
  return openStore({ dataDir, databaseUrl: served.connectionString, databaseOwnerUrl });
}

describe('with a server of one’s own', () => {
  it('serves and migrates one database by two roles', async () => {
    const ownerUrl = asOwner(served.connectionString);
    expect(await open(ownerUrl)).toMatchObject({
      connectionString: served.connectionString,
      ownerConnectionString: ownerUrl,
    });
  });

  it('refuses to serve one database and migrate another', async () => {
    const refusal =
      'DATABASE_URL and DATABASE_OWNER_URL name different databases: both must name the one to serve';
    await expect(open(asOwner(other.connectionString))).rejects.toThrow(refusal);
    await expect(open(onDatabase(asOwner(served.connectionString), 'postgres'))).rejects.toThrow(refusal);
  });
});
