import { randomUUID } from 'node:crypto';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import { exampleAddressOf } from '../rails/sandbox/example-addresses.ts';
import { createSiblingApp, createTestApp, type TestApp, type TestReply } from '../test/app.ts';
import { fund, insertSignedInPeople, type Caller } from '../test/signed-in-people.ts';

/**
 * Promise 3: of a hundred withdrawals of a full balance at once, through two processes as far as the database can tell,
 * exactly one succeeds; and so it is in each of two hundred rounds.
 */

const roundCount = 200;
const callsPerRound = 100;
const balance = amountOf('MRCY', 1_000_000_000n);

let apps: readonly [TestApp, TestApp];
const counted = { rounds: 0, attempted: 0, acknowledged: 0, refused: 0, busy: 0, unknown: 0, duplicated: 0 };

beforeAll(async () => {
  const environment = { RATE_LIMIT_FACTOR: '1000000' };
  const first = await createTestApp(environment);
  apps = [first, await createSiblingApp(first, environment)];
});
afterAll(async () => {
  process.stdout.write(`promise 3: ${JSON.stringify(counted)}\n`);
  await apps[1].close();
  await apps[0].close();
});

// Half of a hundred wait for one row behind a pool of twenty: on a slow machine some are told to come back.
const timesToldBusyMax = 20;

/** Asks until there is an answer, under one key, as a caller does who is told that the server is busy. */
async function withdrawAll(app: TestApp, { token }: Caller): Promise<TestReply> {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { currency: 'MRCY', amount: formatAmount(balance), address: exampleAddressOf('MRCY') };
  for (let timesToldBusy = 0; ; timesToldBusy += 1) {
    const reply = await app.call('POST', '/wallets/withdraw', { token, headers, body });
    if (reply.body.error !== 'Busy' || timesToldBusy === timesToldBusyMax) return reply;
    counted.busy += 1;
  }
}

async function playRound(person: Caller): Promise<void> {
  const calls = Array.from({ length: callsPerRound }, (_none, index) =>
    withdrawAll(apps[index % 2 === 0 ? 0 : 1], person),
  );
  const replies = await Promise.all(calls);
  const acknowledged = replies.filter(({ status }) => status === 200).length;
  const refused = replies.filter(({ body }) => body.error === 'InsufficientBalance').length;
  counted.rounds += 1;
  counted.attempted += replies.length;
  counted.acknowledged += acknowledged;
  counted.refused += refused;
  counted.unknown += replies.length - acknowledged - refused;
  counted.duplicated += Math.max(0, acknowledged - 1);
  expect({ acknowledged, refused }).toEqual({ acknowledged: 1, refused: callsPerRound - 1 });
}

test(
  'exactly one of a hundred withdrawals of a full balance succeeds, in every round',
  { timeout: 900_000 },
  async () => {
    const { db } = apps[0];
    const people = await insertSignedInPeople(db, roundCount);
    await fund(db, people, balance.minorUnits);
    for (const person of people) await playRound(person);
    const { rows } = await db.pool.query(
      `select count(*)::integer as count, count(distinct user_id)::integer as people from withdrawal`,
    );
    expect(rows).toEqual([{ count: roundCount, people: roundCount }]);
    expect((await checkLedger(db)).findings).toEqual([]);
  },
);
