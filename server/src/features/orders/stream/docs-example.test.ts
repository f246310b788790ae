import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeApiKey } from '../../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { openMarket } from '../../../test/markets.ts';
import { giveMoney } from '../../../test/money.ts';
import { makePerson } from '../../../test/person.ts';

vi.setConfig({ testTimeout: 60_000 });

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'stream-example-'));
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const docs = join(import.meta.dirname, '../../../../../docs/api.md');

interface Program {
  untilSaid(text: string | RegExp): Promise<void>;
  said(): string;
  end(): Promise<void>;
}

/** The example of docs/api.md that has such a word, as its reader would start it. */
async function start(word: string, env: Readonly<Record<string, string>>): Promise<Program> {
  const examples = [...(await readFile(docs, 'utf8')).matchAll(/```js\n(.*?)```/gs)];
  const example = examples.map(([, text = '']) => text).find((text) => text.includes(word));
  await writeFile(join(folder, 'example.mjs'), example ?? '');
  // Listening on an address and a port, the server has that shape of address.
  const { port } = testApp.app.server.address() as AddressInfo;
  const program = spawn(process.execPath, ['example.mjs'], {
    cwd: folder,
    env: { MERCURY_URL: `http://127.0.0.1:${port}`, MARKET: 'MRCY-USD', ...env },
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return {
    untilSaid: (text) => vi.waitFor(() => expect(said).toMatch(text), { timeout: 20_000, interval: 20 }),
    said: () => said,
    async end() {
      program.kill();
      await once(program, 'close');
    },
  };
}

test('the first example of docs/api.md for the stream keeps the book of a market as it stands', async () => {
  const program = await start("channel: 'book'", {});
  try {
    await program.untilSaid('seq 0 bid undefined ask undefined');
    const ada = await makePerson(testApp);
    await giveMoney(testApp, ada, 'USD', '1000');
    const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' };
    expect((await testApp.call('POST', '/orders', { token: ada.token, body })).status).toBe(201);
    await program.untilSaid("seq 1 bid [ '0.5500', '10.00' ] ask undefined");
  } finally {
    await program.end();
  }
});

test.each(['ed25519', 'hmac'] as const)(
  'the second one signs in with %s, places an order, and hears what becomes of it',
  async (kind) => {
    const ada = await makePerson(testApp);
    await giveMoney(testApp, ada, 'USD', '1000');
    const key = await makeApiKey(testApp, ada, { kind, scopes: ['read', 'trade'] });
    await writeFile(join(folder, 'private-key.pem'), kind === 'ed25519' ? key.kept : '');
    const secret = kind === 'hmac' ? { API_SECRET: key.kept } : {};
    const program = await start("type: 'place'", {
      API_KEY: key.id,
      PRICE: '0.54',
      QUANTITY: '10',
      ...secret,
    });
    try {
      await program.untilSaid('answer first OPEN');
      await testApp.call('DELETE', '/orders', { token: ada.token });
      await program.untilSaid(/cancelled [0-9a-f-]{36} CANCELLED/);
      expect(program.said()).not.toContain('error');
    } finally {
      await program.end();
    }
  },
);
