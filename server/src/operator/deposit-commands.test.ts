import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { balanceOf, runJob } from '../test/money.ts';
import { makePerson } from '../test/person.ts';
import { openPretendChain } from '../test/pretend-chain.ts';
import { depositCommands } from './deposit-commands.ts';

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  testApp = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'mercury-addresses-'));
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(name: keyof typeof depositCommands, ...words: string[]): Promise<string> {
  const { db, ownerDb, config, settings } = testApp;
  return (
    (await depositCommands[name]?.run({ db, ownerDb, config, settings, operator: 'ada' }, words)) ??
    'no such command'
  );
}

it('loads addresses from a file, and says why it does not', async () => {
  const file = join(folder, 'addresses.txt');
  await writeFile(file, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v\n');
  expect(await run('load-addresses', 'solana', file)).toBe('1 addresses loaded, 1 are free now');
  await expect(run('load-addresses', 'solana', file)).rejects.toThrow('was loaded before');
  await expect(run('load-addresses', 'bitcoin', file)).rejects.toThrow('solana only');
});

it('shows money at nobody’s address until its owner is named, who is then credited', async () => {
  const person = await makePerson(testApp);
  const chain = await openPretendChain(testApp);
  const nobodys = 'mrcy1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq';
  const paymentId = await chain.pay({ address: nobodys }, 'MRCY', '6');
  expect(await run('unassigned-deposits')).toBe('There are none');
  await chain.tell(paymentId);
  expect(await run('unassigned-deposits')).toMatch(`6.00000000 MRCY  not yet  ${nobodys}`);
  await chain.confirm(paymentId, 1);
  await chain.tell(paymentId);
  expect(await run('unassigned-deposits')).toMatch(`6.00000000 MRCY  yes`);

  expect(await run('assign-deposit', paymentId, person.username, 'by their ticket')).toBe(
    `${paymentId} is ${person.username}’s`,
  );
  expect(await run('unassigned-deposits')).toBe('There are none');
  await expect(run('assign-deposit', paymentId, person.username, 'again')).rejects.toThrow(
    'waits for its owner',
  );
  await runJob(testApp, 'watch-rail', {});
  expect(await balanceOf(testApp, person)).toBe('6.00000000');
});
