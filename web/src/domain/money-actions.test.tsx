import { getConfig } from '@mercury/contract/api/config.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { signIn } from '../test/render-app.tsx';
import { configOf, idOf, omid, sara, transactionOf } from '../test/samples.ts';
import { server } from '../test/stand-in-server.ts';
import { moneyActions } from './money-actions.ts';
import { queryClient } from '../api/query-client.ts';
import { SessionChanged } from '../api/cancelled.ts';

afterEach(() => vi.restoreAllMocks());

it.each(['live', 'simulated'] as const)(
  'money that is %s is moved for nobody but whoever asked for it',
  async (moneyMode) => {
    signIn(sara);
    const held = server.hold(getConfig, { ...configOf(), moneyMode });
    const asked = moneyActions(queryClient);
    await expect.poll(() => server.callCount(getConfig)).toBe(1);
    signIn(omid);
    held.release();
    await expect(asked).rejects.toBeInstanceOf(SessionChanged);
  },
);

it.each([
  [
    { type: 'deposit', status: 'failed' },
    { type: 'DEPOSIT', status: 'FAILED' },
  ],
  [
    { type: 'transfer', status: null },
    { type: 'TRANSFER', status: 'PENDING' },
  ],
  [
    { type: 'TRANSFER', status: undefined },
    { type: 'TRANSFER', status: 'PENDING' },
  ],
])('reads a transaction that comes with %j', async (sent, read) => {
  signIn(sara);
  server.reply(getConfig, configOf());
  const money = await moneyActions(queryClient);
  const transaction = { ...transactionOf(), ...sent };
  // No reply of the contract: the stand-in server would refuse to send it.
  const fetching = vi.spyOn(globalThis, 'fetch');
  fetching.mockResolvedValueOnce(Response.json({ success: true, transactions: [transaction], total: 1 }));
  fetching.mockResolvedValueOnce(Response.json({ success: true, transaction }));
  const { signal } = new AbortController();
  expect((await money.listTransactions({}, signal)).transactions).toMatchObject([read]);
  expect((await money.getTransaction(idOf(1), signal)).transaction).toMatchObject(read);
});
