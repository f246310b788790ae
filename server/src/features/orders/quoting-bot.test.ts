import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApiKey } from '../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson } from '../../test/person.ts';

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'quoting-bot-'));
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const bot = join(import.meta.dirname, '../../../../examples/quoting-bot.mjs');

it('the bot of examples/ quotes around the middle, and leaves nothing behind', async () => {
  const [other, owner] = [await makePerson(testApp), await makePerson(testApp)];
  for (const person of [other, owner]) {
    await giveMoney(testApp, person, 'USD', '1000');
    await giveMoney(testApp, person, 'MRCY', '1000');
  }
  for (const [side, price] of [
    ['BUY', '0.55'],
    ['SELL', '0.59'],
  ]) {
    const body = { market: 'MRCY-USD', side, type: 'LIMIT', price, quantity: '10' };
    expect((await testApp.call('POST', '/orders', { token: other.token, body })).status).toBe(201);
  }
  const key = await makeApiKey(testApp, owner, { kind: 'ed25519', scopes: ['read', 'trade'] });
  await writeFile(join(folder, 'private-key.pem'), key.kept);
  // Listening on an address and a port, the server has that shape of address.
  const { port } = testApp.app.server.address() as AddressInfo;
  const { stdout } = await promisify(execFile)(process.execPath, [bot], {
    cwd: folder,
    env: {
      MERCURY_URL: `http://127.0.0.1:${port}`,
      API_KEY: key.id,
      MARKET: 'MRCY-USD',
      ROUNDS: '2',
      SECONDS: '0',
      SPREAD_BPS: '100',
    },
  });
  // Half a percent to each side of 0.57, in whole ticks.
  const round = 'BUY 0.5671 OPEN, SELL 0.5729 OPEN';
  expect(stdout.split('\n')).toEqual([round, round, '2 orders cancelled', '']);
  const { body } = await testApp.call('GET', '/orders', { token: owner.token });
  expect(body.orders.map(({ status }: { status: string }) => status)).toEqual(
    Array.from({ length: 4 }, () => 'CANCELLED'),
  );
});
