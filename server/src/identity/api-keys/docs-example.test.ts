import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApiKey } from '../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makePerson } from '../../test/person.ts';

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'api-example-'));
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const docs = join(import.meta.dirname, '../../../../docs/api.md');

it.each(['ed25519', 'hmac'] as const)(
  'the example of docs/api.md runs as it stands, with %s',
  async (kind) => {
    const [, example = ''] = /```js\n([^`]*)```/.exec(await readFile(docs, 'utf8')) ?? [];
    const key = await makeApiKey(testApp, await makePerson(testApp), { kind, scopes: ['read', 'trade'] });
    await writeFile(join(folder, 'call.mjs'), example);
    if (kind === 'ed25519') await writeFile(join(folder, 'private-key.pem'), key.kept);
    // Listening on an address and a port, the server has that shape of address.
    const { port } = testApp.app.server.address() as AddressInfo;
    const { stdout } = await promisify(execFile)(process.execPath, ['call.mjs'], {
      cwd: folder,
      env: {
        MERCURY_URL: `http://127.0.0.1:${port}`,
        API_KEY: key.id,
        ...(kind === 'hmac' && { API_SECRET: key.kept }),
      },
    });
    expect(stdout.match(/success: true/g)).toHaveLength(2);
    expect(stdout).toContain("toCurrency: 'MRCY'");
  },
);
