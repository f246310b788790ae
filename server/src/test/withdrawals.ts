import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { vi } from 'vitest';
import { one } from '../db/rows.ts';
import type { Rail } from '../rails/rail.ts';
import { succeeded, type TestApp, type TestReply } from './app.ts';
import type { SignedInPerson } from './person.ts';

/** Bitcoin addresses that belong to nobody here: BIP-173's own examples. */
export const strangersAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const otherAddress = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

export function withdrawWith(
  testApp: TestApp,
  { token }: Pick<SignedInPerson, 'token'>,
  body: Partial<BodyOf<typeof withdraw>> = {},
  headers: Record<string, string> = {},
): Promise<TestReply> {
  return testApp.call('POST', '/wallets/withdraw', {
    token,
    body: { currency: 'BTC', amount: '0.2', address: strangersAddress, ...body },
    headers,
  });
}

/** The id that jobs and the operator use for a withdrawal; no reply shows it. */
export async function withdrawalIdOf(testApp: TestApp, transactionId: string): Promise<string> {
  const row = one(
    await testApp.db.pool.query<{ id: string }>('select id from withdrawal where transaction_id = $1', [
      transactionId,
    ]),
  );
  return row.id;
}

export async function showTransaction(testApp: TestApp, { token }: { token: string }, id: string) {
  const reply = await testApp.call('GET', `/transactions/${id}`, { token });
  return succeeded(endpoints.getTransaction, reply).transaction;
}

export async function untilState(
  testApp: TestApp,
  person: SignedInPerson,
  { id, state }: { id: string; state: string },
): Promise<void> {
  await vi.waitFor(
    async () => {
      const { state: found } = await showTransaction(testApp, person, id);
      if (found !== state) throw new Error(`the withdrawal is ${found}, not ${state}`);
    },
    { timeout: 10_000, interval: 20 },
  );
}

export async function walletOf(testApp: TestApp, { token }: SignedInPerson, currency = 'BTC') {
  const reply = succeeded(endpoints.getBalance, await testApp.call('GET', '/wallets/balance', { token }));
  return reply.wallets.find((wallet) => wallet.currency === currency);
}

export async function countPayouts(testApp: TestApp, withdrawalId: string): Promise<number> {
  return one(
    await testApp.db.pool.query<{ count: number }>(
      'select count(*)::integer as count from sandbox_payout where withdrawal_id = $1',
      [withdrawalId],
    ),
  ).count;
}

/** The next fault of the pretend chain, once. */
export async function breakNextPayout(
  testApp: TestApp,
  kind: 'payout-refused' | 'payout-answer-lost' | 'payout-unreachable',
): Promise<void> {
  await testApp.db.pool.query('insert into sandbox_fault (kind) values ($1)', [kind]);
}

/** A rail that looks like real money to the product. The test decides what it does. */
export function createRealRail(overrides: Partial<Rail> = {}): Rail {
  const unused = (): never => {
    throw new Error('the test does not expect this of the rail');
  };
  return {
    name: 'btcpay',
    isSandbox: false,
    canTopUp: false,
    paymentOrigins: [],
    canDeposit: () => false,
    canWithdraw: (asset) => asset !== 'USD',
    canPayOut: false,
    openPayment: unused,
    findPayments: unused,
    findDeposit: unused,
    readWebhook: unused,
    payOut: unused,
    findPayout: unused,
    findHoldings: async () => undefined,
    ...overrides,
  };
}
