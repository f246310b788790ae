import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, type TestApp, type TestReply } from '../../test/app.ts';
import { fund, insertSignedInPeople, type Caller } from '../../test/signed-in-people.ts';
import { acceptTestQuote, insertTestQuote, type TestQuote, type TestTerms } from '../../test/trades.ts';

/** Acceptances that arrive together share a commit: what one of them meets is none of the others' business. */

let testApp: TestApp;
let people: readonly Caller[];

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  people = await insertSignedInPeople(testApp.db, 6);
  await fund(testApp.db, people, 100_000_000n, 'USD');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const buy: TestTerms = { type: 'BUY', from: '10 USD', to: '0.0002 BTC' };

const quoteFor = (caller: Caller): Promise<TestQuote> => insertTestQuote(testApp.db, caller.userId, buy);

const accept = ({ token }: Caller, quote: TestQuote): Promise<TestReply> =>
  acceptTestQuote(testApp, quote, { token });

const said = (reply: TestReply): string => (reply.status === 200 ? 'accepted' : refused(reply).error);

describe('acceptances that arrive together', () => {
  test('do not wait for somebody whose account another transaction keeps, and that one is answered after it', async () => {
    const [kept, ...others] = people;
    if (kept === undefined) throw new Error('somebody is there');
    const quotes = await Promise.all(people.map(quoteFor));
    const replies: Promise<TestReply>[] = [];
    const answered: string[] = [];
    await inTransaction(testApp.db, async ({ client }) => {
      await client.query('select from app_user where id = $1 for update', [kept.userId]);
      people.forEach((caller, index) => {
        const quote = quotes[index];
        if (quote !== undefined) replies.push(accept(caller, quote));
      });
      void replies[0]?.then((reply) => answered.push(said(reply)));
      const begunAt = performance.now();
      expect((await Promise.all(replies.slice(1))).map(said)).toEqual(others.map(() => 'accepted'));
      // Sooner than a wait for the lock would be given up.
      expect(performance.now() - begunAt).toBeLessThan(1900);
      expect(answered).toEqual([]);
    });
    expect((await Promise.all(replies)).map(said)).toEqual(people.map(() => 'accepted'));
  });

  test('are settled where the database takes one of them down', async () => {
    await testApp.ownerDb.pool.query('alter table trade add constraint no_thirteen check (to_amount <> 13)');
    const replies = await Promise.all(
      people.map(async (caller, index) => {
        const terms = index === 3 ? { ...buy, to: '0.00000013 BTC' } : buy;
        return accept(caller, await insertTestQuote(testApp.db, caller.userId, terms));
      }),
    );
    await testApp.ownerDb.pool.query('alter table trade drop constraint no_thirteen');
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 500, 200, 200]);
  });

  test('of one person come in their turn, each with the balance that the one before has left', async () => {
    const [caller] = people;
    if (caller === undefined) throw new Error('somebody is there');
    const quotes = await Promise.all(Array.from({ length: 12 }, () => quoteFor(caller)));
    const replies = await Promise.all(quotes.map((quote) => accept(caller, quote)));
    expect(replies.map(said).toSorted()).toEqual([
      'InsufficientBalance',
      'InsufficientBalance',
      ...Array.from({ length: 10 }, () => 'accepted'),
    ]);
  });

  test('of one quote are one trade', async () => {
    const [caller] = people;
    if (caller === undefined) throw new Error('somebody is there');
    const quote = await quoteFor(caller);
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept(caller, quote)));
    expect(replies.map(said).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'QuoteUsed'),
      'accepted',
    ]);
  });
});
