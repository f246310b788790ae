import { randomUUID } from 'node:crypto';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import { createSiblingApp, createTestApp, refused, type TestApp, type TestReply } from '../test/app.ts';
import { fund, insertSignedInPeople, type Caller } from '../test/signed-in-people.ts';
import { acceptTestQuote, insertTestQuote, offerOn, type TestQuote, type TestTerms } from '../test/trades.ts';

/**
 * Promise 19: of a thousand quotes that many people accept at once through two processes, as far as the database can tell, none
 * is used twice, whoever else tries it and whatever is repeated; the house never comes beyond its limit; the books balance.
 */

const personCount = 50;
const quotesPerPerson = 20;
/** Every so many is also asked for again under its key, and by a second caller under another. */
const rivalEvery = 4;
const callersAtOnce = 100;
// Reached exactly by seven hundred of the thousand purchases.
const environment = { RATE_LIMIT_FACTOR: '1000000', TRADE_EXPOSURE_USD_MAX: '14000' };
const purchase: TestTerms = { type: 'BUY', from: '20.05 USD', fee: '0.05', to: '0.0004 BTC' };

interface Asked {
  readonly caller: Caller;
  readonly quote: TestQuote;
  readonly key: string;
  readonly index: number;
  reply?: TestReply;
}

let apps: readonly [TestApp, TestApp];
let people: Caller[];
let asked: Asked[];
const counted = { attempted: 0, accepted: 0, repeated: 0, used: 0, beyond: 0, busy: 0 };

beforeAll(async () => {
  const first = await createTestApp(environment);
  apps = [first, await createSiblingApp(first, environment)];
  people = await insertSignedInPeople(first.db, personCount);
  await fund(first.db, people, 1_000_000_000n, 'USD');
  const lists = await Promise.all(people.map(askOf));
  asked = shuffledTogether(lists.flat());
}, 60_000);
afterAll(async () => {
  process.stdout.write(`promise 19: ${JSON.stringify(counted)}\n`);
  await apps[1].close();
  await apps[0].close();
});

/** What one person is going to ask for. */
async function askOf(caller: Caller): Promise<Asked[]> {
  const list: Asked[] = [];
  for (let count = 0; count < quotesPerPerson; count += 1) {
    const quote = await insertTestQuote(apps[0].db, caller.userId, purchase);
    const one = { caller, quote, key: randomUUID(), index: count };
    list.push(one);
    if (count % rivalEvery !== 0) continue;
    list.push({ ...one, index: count + 1 }, { ...one, index: count + 1, key: randomUUID() });
  }
  return list;
}

/** Everybody's first, then everybody's second: so that people meet, and those who share a quote do at the same moment. */
function shuffledTogether(list: readonly Asked[]): Asked[] {
  return list.toSorted((one, other) => one.index - other.index);
}

/** Asks until there is an answer, under one key, as a caller does who is told that the server is busy. */
async function ask(each: Asked): Promise<void> {
  const app = each.index % 2 === 0 ? apps[0] : apps[1];
  const options = { token: each.caller.token, headers: { 'idempotency-key': each.key } };
  do {
    each.reply = await acceptTestQuote(app, each.quote, options);
    counted.attempted += 1;
    if (each.reply.body.error === 'Busy') counted.busy += 1;
  } while (each.reply.body.error === 'Busy' && counted.busy < 1_000);
}

const errorOf = ({ reply }: Asked) =>
  reply === undefined || reply.status === 200 ? undefined : refused(reply).error;
const accepted = () => asked.filter(({ reply }) => reply?.status === 200);

async function positionOf(asset: AssetCode): Promise<bigint> {
  const { rows } = await apps[0].db.pool.query<{ position: bigint }>(
    'select position from house_position where asset = $1',
    [asset],
  );
  return rows[0]?.position ?? 0n;
}

test('a thousand quotes are accepted at once, each call is answered, and some are refused for the limit', async () => {
  const waiting = [...asked];
  const askNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await ask(next);
  };
  await Promise.all(Array.from({ length: callersAtOnce }, askNext));
  const errors = asked.map(errorOf);
  counted.accepted = new Set(accepted().map(({ quote }) => quote.id)).size;
  counted.repeated = accepted().length - counted.accepted;
  counted.used = errors.filter((error) => error === 'QuoteUsed').length;
  counted.beyond = errors.filter((error) => error === 'ExposureLimitReached').length;
  expect(new Set(errors)).toEqual(new Set([undefined, 'QuoteUsed', 'ExposureLimitReached']));
  expect(new Set(asked.map(({ quote }) => quote.id)).size).toBe(1000);
}, 120_000);

test('no quote is used twice, and each that was acknowledged is there', async () => {
  const { rows } = await apps[0].db.pool.query<{ id: string }>('select id from trade order by id');
  const acknowledged = new Set(accepted().map(({ quote }) => quote.id));
  expect(rows.map(({ id }) => id)).toEqual([...acknowledged].toSorted());
  const { rows: used } = await apps[0].db.pool.query<{ id: string }>(
    'select id from quote where used_at is not null order by id',
  );
  expect(used).toEqual(rows);
});

test('all who were answered for one quote under one key were answered alike, letter for letter', () => {
  const replies = new Map<string, Set<string>>();
  for (const { key, reply } of accepted()) {
    replies.set(key, (replies.get(key) ?? new Set()).add(JSON.stringify(reply?.body)));
  }
  expect([...replies.values()].filter((told) => told.size !== 1)).toEqual([]);
  expect(counted.repeated).toBeGreaterThan(0);
});

test('the house comes up to its limit, to the last trade that fits, and not beyond', async () => {
  const { from, fee, to, fromPrice, toPrice } = offerOn(purchase);
  const limit = parseAmount('USD', environment.TRADE_EXPOSURE_USD_MAX)?.minorUnits ?? 0n;
  const perTrade = from.minorUnits - fee.minorUnits;
  const dollars = await positionOf('USD');
  const owed = valueInUsd(amountOf('BTC', -(await positionOf('BTC'))), toPrice, 'up').minorUnits;
  expect(dollars).toBe(perTrade * BigInt(counted.accepted));
  expect(valueInUsd(amountOf('USD', dollars), fromPrice, 'up').minorUnits).toBeLessThanOrEqual(limit);
  expect(owed).toBeLessThanOrEqual(limit);
  expect(dollars + perTrade > limit || owed + valueInUsd(to, toPrice, 'up').minorUnits > limit).toBe(true);
  expect(counted.beyond).toBeGreaterThan(0);
});

test('everybody has what they were told, and the books balance', async () => {
  for (const { userId, token } of people) {
    const count = new Set(
      accepted().flatMap(({ caller, quote }) => (caller.userId === userId ? quote.id : [])),
    );
    const { body } = await apps[0].call('GET', '/wallets/balance', { token });
    const left = amountOf('USD', 1_000_000_000n - offerOn(purchase).from.minorUnits * BigInt(count.size));
    expect(body.wallets.find(({ currency }: { currency: string }) => currency === 'USD').balance).toBe(
      formatAmount(left),
    );
  }
  expect((await checkLedger(apps[0].db)).findings).toEqual([]);
});
