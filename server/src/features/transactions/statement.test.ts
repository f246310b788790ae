import { endpoints } from '@mercury/contract/api/index.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { checkLedger, hold, release, settle } from '../../ledger/ledger.ts';
import { balancesOf } from '../../ledger/testing/balances.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { seededRandom, seedOf } from '../../test/seeded-random.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function statementOf({ token }: SignedInPerson, query = '') {
  return succeeded(
    endpoints.getStatement,
    await testApp.call('GET', `/transactions/statement${query}`, { token }),
  );
}

/** Signed, in units of 10^-8: enough for the assets that are used here. */
function minorUnits(text: string): bigint {
  const units = parseDecimal(text.replace('-', ''), 8);
  if (units === undefined) throw new Error(`${text} is no decimal`);
  return text.startsWith('-') ? -units : units;
}

describe('a statement', () => {
  test('has for each currency what there was, what was booked and what there is', async () => {
    const [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    await giveMoney(testApp, person, 'BTC', '0.5');
    await giveMoney(testApp, person, 'MRCY', '100');
    const sent = await testApp.call('POST', '/wallets/transfer', {
      token: person.token,
      body: { recipientAddress: other.user.walletAddress, amount: '40', note: 'rent' },
    });
    const { transaction } = succeeded(endpoints.transfer, sent);
    const statement = await statementOf(person);
    expect(statement.person).toEqual({
      name: person.user.name,
      username: person.username,
      walletAddress: person.user.walletAddress,
    });
    expect(statement.currencies).toMatchObject([
      {
        currency: 'MRCY',
        opening: '0.00000000',
        closing: '60.00000000',
        lines: [
          { type: 'DEPOSIT', amount: '100.00000000', balanceAfter: '100.00000000', usdValue: null },
          {
            id: transaction.id,
            at: transaction.date,
            type: 'TRANSFER',
            amount: '-40.00000000',
            fee: '0.00000000',
            balanceAfter: '60.00000000',
            usdValue: '-22.80',
            counterparty: other.user.walletAddress,
            counterpartyUsername: other.user.username,
            note: 'rent',
          },
        ],
      },
      { currency: 'BTC', opening: '0.00000000', closing: '0.50000000' },
    ]);
    // Asked for from the transfer on, what came before it is its opening.
    const later = await statementOf(person, `?from=${transaction.date}`);
    expect(later.currencies[0]).toMatchObject({ opening: '100.00000000', closing: '60.00000000' });
    expect(later.currencies[0]?.lines).toHaveLength(1);
    const earlier = await statementOf(person, `?to=${transaction.date}`);
    expect(earlier.currencies[0]).toMatchObject({ opening: '0.00000000', closing: '100.00000000' });
  });

  test('gives dollars to the last millionth, and their own amount as their value', async () => {
    const [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    await giveMoney(testApp, person, 'USD', '10.009999');
    const body = { recipientAddress: other.user.walletAddress, amount: '10.009999', currency: 'USD' };
    succeeded(
      endpoints.transfer,
      await testApp.call('POST', '/wallets/transfer', { token: person.token, body }),
    );
    const { currencies } = await statementOf(person);
    expect(currencies).toMatchObject([
      {
        currency: 'USD',
        closing: '0.00',
        lines: [
          { amount: '10.009999', balanceAfter: '10.009999', usdValue: '10.009999' },
          { amount: '-10.009999', balanceAfter: '0.00', usdValue: '-10.009999' },
        ],
      },
    ]);
  });

  test('is of the present month, or of the month that its end is the end of, in UTC', async () => {
    const person = await makePerson(testApp);
    const now = new Date();
    const month = (later: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1)).toISOString();
    expect(await statementOf(person)).toMatchObject({ from: month(0), to: month(1), currencies: [] });
    expect(await statementOf(person, '?to=2026-03-01T00:00:00Z')).toMatchObject({
      from: '2026-02-01T00:00:00.000Z',
    });
    expect(await statementOf(person, '?to=2026-03-15T12:00:00Z')).toMatchObject({
      from: '2026-03-01T00:00:00.000Z',
    });
  });

  test('whose end is before its start is refused', async () => {
    const { token } = await makePerson(testApp);
    const query = '?from=2026-02-01T00:00:00Z&to=2026-01-31T23:59:59Z';
    const reply = refused(await testApp.call('GET', `/transactions/statement${query}`, { token }));
    expect(reply).toMatchObject({ status: 400, error: 'ValidationFailed' });
  });

  test('does not show what is set aside, only what left', async () => {
    const person = await makePerson(testApp);
    await giveMoney(testApp, person, 'MRCY', '100');
    const [kept, spent] = [await setAside(person, 'MRCY', '30'), await setAside(person, 'MRCY', '20')];
    await setAside(person, 'MRCY', '10');
    await inTransaction(testApp.db, (trx) => release(trx, { holdId: kept, transferId: uuidv7() }));
    await payOut(spent, 'MRCY', '20');
    const [mrcy] = (await statementOf(person)).currencies;
    expect(mrcy?.lines.map(({ amount }) => amount)).toEqual(['100.00000000', '-20.00000000']);
    expect(mrcy?.closing).toBe('80.00000000');
  });

  test('counts one that waited for its lock after the one that it waited for', async () => {
    const person = await makePerson(testApp);
    // Its transaction begins first, and its money moves last: the clock of the one is before the other's.
    await inTransaction(testApp.db, async (trx) => {
      await trx.client.query('select now()');
      await giveMoney(testApp, person, 'MRCY', '5');
      await hold(trx, { holdId: uuidv7(), owner: person.user.id, asset: 'MRCY', amount: 1n });
      const spent = uuidv7();
      await hold(trx, { holdId: spent, owner: person.user.id, asset: 'MRCY', amount: 400_000_000n });
      await settle(trx, {
        holdId: spent,
        transferId: uuidv7(),
        kind: 'withdrawal',
        to: [
          { account: { owner: 'house', asset: 'MRCY', kind: 'rail_clearing' }, amount: 300_000_000n },
          { account: { owner: person.user.id, asset: 'MRCY', kind: 'available' }, amount: 100_000_000n },
        ],
      });
    });
    const [mrcy] = (await statementOf(person)).currencies;
    expect(mrcy?.lines.map(({ balanceAfter }) => balanceAfter)).toEqual(['5.00000000', '2.00000000']);
  });
});

async function setAside({ user }: SignedInPerson, asset: AssetCode, amountText: string): Promise<string> {
  const holdId = uuidv7();
  const amount = parseAmount(asset, amountText)?.minorUnits ?? 0n;
  await inTransaction(testApp.db, (trx) => hold(trx, { holdId, owner: user.id, asset, amount }));
  return holdId;
}

async function payOut(holdId: string, asset: AssetCode, amountText: string): Promise<void> {
  const amount = parseAmount(asset, amountText)?.minorUnits ?? 0n;
  const to = [{ account: { owner: 'house', asset, kind: 'rail_clearing' }, amount }] as const;
  await inTransaction(testApp.db, (trx) =>
    settle(trx, { holdId, transferId: uuidv7(), kind: 'withdrawal', to }),
  );
}

describe('statements of a random history', () => {
  const random = seededRandom(seedOf('STATEMENT_SEED'));

  test('close with opening plus lines, join one to the next, and end at the ledger’s own balance', async () => {
    process.stdout.write(`statements: STATEMENT_SEED=${random.seed}\n`);
    const [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
    const times = await playHistory(person, other);
    const bounds = ['2000-01-01T00:00:00Z', ...times, '2999-01-01T00:00:00Z'];
    const closings = new Map<string, string>();
    for (const [index, from] of bounds.slice(0, -1).entries()) {
      const statement = await statementOf(person, `?from=${from}&to=${bounds[index + 1]}`);
      for (const { currency, opening, closing, lines } of statement.currencies) {
        expect(opening).toBe(closings.get(currency) ?? formatDecimal(0n, 8));
        const sum = lines.reduce((total, { amount }) => total + minorUnits(amount), minorUnits(opening));
        expect(formatDecimal(sum, 8)).toBe(closing);
        expect(lines.at(-1)?.balanceAfter ?? opening).toBe(closing);
        closings.set(currency, closing);
      }
    }
    for (const { asset, available, held } of await balancesOf(testApp.db, person.user.id)) {
      expect(closings.get(asset)).toBe(formatDecimal(available + held, 8));
    }
  });

  /** Answers some times between the steps, in order. */
  async function playHistory(person: SignedInPerson, other: SignedInPerson): Promise<string[]> {
    const assets = ['MRCY', 'BTC', 'LTC'] as const;
    for (const asset of assets) await giveMoney(testApp, person, asset, '1000');
    const open: { holdId: string; asset: AssetCode; amount: string }[] = [];
    const times: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      const asset = random.pick(assets);
      const amount = `${1 + random.below(9)}.${random
        .below(10 ** 8)
        .toString()
        .padStart(8, '0')}`;
      const last = open.at(-1);
      const what = random.below(5);
      if (what === 0) await giveMoney(testApp, person, asset, amount);
      else if (what === 1) open.push({ holdId: await setAside(person, asset, amount), asset, amount });
      else if (what === 2 && last !== undefined) {
        await payOut(last.holdId, last.asset, last.amount);
        open.pop();
      } else if (what === 3 && last !== undefined) {
        await inTransaction(testApp.db, (trx) => release(trx, { holdId: last.holdId, transferId: uuidv7() }));
        open.pop();
      } else {
        const body = { recipientAddress: other.user.walletAddress, amount };
        succeeded(
          endpoints.transfer,
          await testApp.call('POST', '/wallets/transfer', { token: person.token, body }),
        );
      }
      if (random.below(6) === 0) times.push(new Date().toISOString());
    }
    return times;
  }
});
