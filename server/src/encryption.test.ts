import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { createSecretBox, openSecretBox } from './encryption.ts';
import { createTestDatabase, type TestDatabase } from './test/database.ts';

describe('a secret box', () => {
  const box = createSecretBox(randomBytes(32));
  const secret = Buffer.from('a secret');

  test('opens what it sealed, each time sealed differently', () => {
    const sealed = [box.seal(secret, 'somebody'), box.seal(secret, 'somebody')];
    expect(sealed.map((each) => box.unseal(each, 'somebody').toString())).toEqual(['a secret', 'a secret']);
    expect(sealed[0]?.equals(sealed[1] ?? secret)).toBe(false);
    expect(sealed[0]?.includes(secret)).toBe(false);
  });

  test('opens nothing for another purpose, with another key, or with a bit changed', () => {
    const sealed = box.seal(secret, 'somebody');
    expect(() => box.unseal(sealed, 'somebody else')).toThrow(/authenticate/);
    expect(() => createSecretBox(randomBytes(32)).unseal(sealed, 'somebody')).toThrow(/authenticate/);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => box.unseal(changed, 'somebody')).toThrow(/authenticate/);
    }
    expect(() => box.unseal(sealed.subarray(0, 20), 'somebody')).toThrow(/authentication tag/);
  });
});

describe('the key of an installation', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mercury-key-'));
    await database.ownerDb.pool.query('delete from encryption_key');
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const open = (environment: Record<string, string> = {}) =>
    openSecretBox(readConfig({ DATA_DIR: dataDir, ...environment }), database.db);

  test('is made once, for its owner alone, however many processes start at once', async () => {
    const boxes = await Promise.all([open(), open(), open(), open()]);
    const [first] = boxes;
    const sealed = first?.seal(Buffer.from('a secret'), 'somebody') ?? Buffer.alloc(0);
    for (const box of [...boxes, await open()]) {
      expect(box.unseal(sealed, 'somebody').toString()).toBe('a secret');
    }
    expect(await readdir(dataDir)).toEqual(['encryption-key']);
    const path = join(dataDir, 'encryption-key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  test('of the environment is taken in both of its forms, and nothing is written then', async () => {
    const key = randomBytes(32);
    const sealed = (await open({ ENCRYPTION_KEY: key.toString('hex') })).seal(Buffer.from('x'), 'somebody');
    const again = await open({ ENCRYPTION_KEY: key.toString('base64') });
    expect(again.unseal(sealed, 'somebody').toString()).toBe('x');
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('must be the one that the database was made with', async () => {
    await open();
    await expect(open({ ENCRYPTION_KEY: randomBytes(32).toString('hex') })).rejects.toThrow(ConfigError);
    await open();
  });
});
