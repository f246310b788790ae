import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { postgresRoles } from '../../db/embedded-postgres.ts';
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

  test('are settled though another transaction keeps the balance of one of them, which is told to come back', async () => {
    const quotes = await Promise.all(people.map(quoteFor));
    await inTransaction(testApp.ownerDb, async ({ client }) => {
      await client.query('select from account where owner_id = $1 for update', [people[3]?.userId]);
      const replies = await Promise.all(
        people.map(async (caller, index) => {
          const quote = quotes[index];
          return quote === undefined ? undefined : said(await accept(caller, quote));
        }),
      );
      expect(replies).toEqual(['accepted', 'accepted', 'accepted', 'Busy', 'accepted', 'accepted']);
    });
  });

  test('are not tried one by one where the database has no room for them', async () => {
    await testApp.ownerDb.pool.query(`
      create sequence attempt;
      grant usage on sequence attempt to public;
      create function refuse_for_lack_of_room() returns trigger language plpgsql as $$
      begin
        perform nextval('attempt');
        raise exception 'there is no room' using errcode = 'disk_full';
      end $$;
      create trigger no_room before insert on trade for each statement execute function refuse_for_lack_of_room()`);
    const replies = await Promise.all(
      people.map(async (caller) => accept(caller, await insertTestQuote(testApp.db, caller.userId, buy))),
    );
    const { rows } = await testApp.ownerDb.pool.query<{ last_value: bigint }>(
      'select last_value from attempt',
    );
    await testApp.ownerDb.pool.query('drop trigger no_room on trade');
    expect(replies.map(said)).toEqual(people.map(() => 'Busy'));
    // Each batch tries once, and there are no more batches than people. One by one, each person would be tried once more.
    expect(Number(rows[0]?.last_value)).toBeLessThanOrEqual(people.length);
  });

  test('wait some seconds at most for somebody whose money another transaction keeps, and the house is not kept meanwhile', async () => {
    const [kept, ...others] = people;
    if (kept === undefined) throw new Error('somebody is there');
    // From then on the house has positions, which could be kept.
    expect(said(await accept(kept, await quoteFor(kept)))).toBe('accepted');
    const { waiting } = await inTransaction(testApp.ownerDb, async ({ client }) => {
      await client.query('select from account where owner_id = $1 for update', [kept.userId]);
      const reply = accept(kept, await quoteFor(kept));
      await vi.waitFor(async () => {
        const { rowCount } = await testApp.ownerDb.pool.query(
          `select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_lock_accounts%'`,
        );
        expect(rowCount).toBe(1);
      });
      // Else transactions that lock people before the house would wait for this one in a circle.
      await testApp.ownerDb.pool.query('select from house_position for update nowait');
      const replies = others.map(async (caller) => accept(caller, await quoteFor(caller)));
      expect((await Promise.all(replies)).map(said)).toEqual(others.map(() => 'accepted'));
      return { waiting: reply };
    });
    expect(['accepted', 'Busy']).toContain(said(await waiting));
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

  test('are never tried again where the connection broke during the commit: the trade may be there', async () => {
    const [caller] = people;
    if (caller === undefined) throw new Error('somebody is there');
    // A sequence counts what is rolled back as well: only the first commit loses its connection.
    await testApp.ownerDb.pool.query(`
      create sequence commits_of_trades;
      grant usage on commits_of_trades to ${postgresRoles.application};
      create function break_first() returns trigger language plpgsql as $$ begin
        if nextval('commits_of_trades') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$;
      create constraint trigger break_first after insert on trade deferrable initially deferred
        for each row execute function break_first()`);
    const quote = await quoteFor(caller);
    const first = await accept(caller, quote);
    const second = await accept(caller, quote);
    await testApp.ownerDb.pool.query('drop function break_first cascade; drop sequence commits_of_trades');
    expect([first.status, second.status]).toEqual([500, 200]);
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
