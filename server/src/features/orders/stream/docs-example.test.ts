import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

test('the example of docs/api.md keeps the book of a market as it stands', async () => {
  const examples = [...(await readFile(docs, 'utf8')).matchAll(/```js\n([^`]*)```/g)];
  const example = examples.map(([, text = '']) => text).find((text) => text.includes('WebSocket'));
  await writeFile(join(folder, 'watch.mjs'), example ?? '');
  // Listening on an address and a port, the server has that shape of address.
  const { port } = testApp.app.server.address() as AddressInfo;
  const program = spawn(process.execPath, ['watch.mjs'], {
    cwd: folder,
    env: { MERCURY_URL: `http://127.0.0.1:${port}`, MARKET: 'MRCY-USD' },
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const untilSaid = (text: string) =>
    vi.waitFor(() => expect(said).toContain(text), { timeout: 20_000, interval: 20 });
  try {
    await untilSaid('seq 0 bid undefined ask undefined');
    const ada = await makePerson(testApp);
    await giveMoney(testApp, ada, 'USD', '1000');
    const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' };
    expect((await testApp.call('POST', '/orders', { token: ada.token, body })).status).toBe(201);
    await untilSaid("seq 1 bid [ '0.5500', '10.00' ] ask undefined");
  } finally {
    program.kill();
    await once(program, 'close');
  }
});
