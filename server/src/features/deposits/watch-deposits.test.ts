import { amountOf } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { runJob } from '../../test/money.ts';
import { createRealRail, strangersAddress } from '../../test/withdrawals.ts';

/** So many payments are asked about in a round. */
const askedMax = 200;

let testApp: TestApp;
const asked: string[] = [];

beforeAll(async () => {
  const rail = createRealRail({
    async findDeposit(externalId) {
      asked.push(externalId);
      if (externalId.startsWith('silent')) return undefined;
      if (externalId.startsWith('broken')) throw new Error('the rail can not make sense of it');
      return {
        externalId,
        amount: amountOf('BTC', 1_000n),
        address: strangersAddress,
        memo: '',
        confirmations: 3,
        confirmationsNeeded: 3,
        hasFailed: false,
      };
    },
  });
  testApp = await createTestApp({}, { rail });
});
afterAll(() => testApp.close());

async function insertUnassigned(name: string, count: number, minutesAgo: number): Promise<void> {
  await testApp.db.pool.query(
    `insert into unassigned_deposit (rail, external_id, asset, amount, address, confirmations,
                                     confirmations_needed, has_failed, observed_at)
     select 'btcpay', $1 || ' ' || number, 'BTC', 1000, $2, 0, 3, false, now() - make_interval(mins => $3)
       from generate_series(1, $4) number`,
    [`${name} ${uuidv7()}`, strangersAddress, minutesAgo, count],
  );
}

it('comes to every payment, however many of those before it can not be observed', async () => {
  await insertUnassigned('broken', askedMax / 2, 60);
  await insertUnassigned('silent', askedMax / 2, 60);
  await insertUnassigned('sound', 1, 30);
  await runJob(testApp, 'watch-rail', {});
  expect(asked.length).toBe(askedMax);
  expect(asked.some((id) => id.startsWith('sound'))).toBe(false);
  await runJob(testApp, 'watch-rail', {});
  expect(asked.filter((id) => id.startsWith('sound'))).toHaveLength(1);
  const { rows } = await testApp.db.pool.query(
    "select confirmations from unassigned_deposit where external_id like 'sound%'",
  );
  expect(rows).toEqual([{ confirmations: 3 }]);
});
