import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { balancesOf, createLedger, hold, post, release, reverse, settle, type Ledger } from './ledger.ts';
import { Oracle, type Expected } from './testing/oracle.ts';
import { available, claimOf, house, insertPeople, payment, proveBooks } from './testing/postings.ts';
import type { Posting, PostingOutcome } from './types.ts';

/** Random histories against a plain in-memory oracle. ORACLE_SEED repeats a run, ORACLE_RUNS makes it longer. */
const seed = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const runCount = Number(process.env['ORACLE_RUNS'] ?? 60);
const PEOPLE = 4;
const ASSETS = ['MRCY', 'USD'] as const;

let database: TestDatabase;
let ledger: Ledger;
let operationCount = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger(database.db, { batchMax: 7 });
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

const asset = fc.constantFrom(...ASSETS);
const amount = fc.bigInt({ min: 1n, max: 40n });
const person = fc.nat({ max: PEOPLE - 1 });
/** The last one is the house, so that money comes and goes. */
const party = fc.nat({ max: PEOPLE });
const item = fc
  .record({
    from: party,
    to: party,
    asset,
    amount,
    key: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
    isOtherInput: fc.boolean(),
  })
  .filter(({ from, to }) => from !== to);
const pick = fc.nat({ max: 1000 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('together'),
      items: fc.array(item, { minLength: 1, maxLength: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('in order'),
      items: fc.array(item, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('hold'), person, asset, amount }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('settle'), pick, to: person }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('release'), pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reverse'), pick }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Item = typeof item extends fc.Arbitrary<infer Value> ? Value : never;

function postingOf(
  people: readonly string[],
  { from, to, asset: code, amount: units, key, isOtherInput }: Item,
): Posting {
  const account = (index: number) => {
    const owner = people[index];
    return owner === undefined ? house(code) : available(owner, code);
  };
  const posting = payment(account(from), account(to), units);
  if (key === undefined) return posting;
  const fingerprint = isOtherInput ? 'other' : 'same';
  const idempotency = claimOf(people[0] ?? '', `key ${key}`, {
    fingerprint,
    context: { units: String(units) },
  });
  return { ...posting, idempotency };
}

/** Refusals and receipts alike, but for the time, which only the database knows. */
function comparable(outcome: PostingOutcome | undefined): unknown {
  if (!outcome?.isPosted) return outcome;
  const { postedAt: _, ...receipt } = outcome.receipt;
  return { ...outcome, receipt };
}

const within = <Result>(work: (trx: Transaction) => Promise<Result>) => inTransaction(database.db, work);

async function take(
  one: Step,
  people: readonly string[],
  oracle: Oracle,
): Promise<[PostingOutcome[], Expected[]]> {
  switch (one.type) {
    case 'together': {
      const postings = one.items.map((each) => postingOf(people, each));
      const outcomes = await Promise.all(postings.map((posting) => ledger.postTogether(posting)));
      return [outcomes, oracle.postTogether(postings, 7)];
    }
    case 'in order': {
      const postings = one.items.map((each) => postingOf(people, each));
      return [await within((trx) => post(trx, postings)), postings.map((posting) => oracle.post(posting))];
    }
    case 'hold': {
      const request = {
        holdId: uuidv7(),
        owner: people[one.person] ?? '',
        asset: one.asset,
        amount: one.amount,
      };
      return [[await within((trx) => hold(trx, request))], [oracle.hold(request)]];
    }
    case 'settle': {
      const held = oracle.chooseHold(one.pick);
      const to =
        held === undefined
          ? []
          : [{ account: available(people[one.to] ?? '', held.asset), amount: held.amount }];
      const request = {
        holdId: held?.holdId ?? uuidv7(),
        transferId: uuidv7(),
        kind: 'withdrawal',
        to,
      } as const;
      return [[await within((trx) => settle(trx, request))], [oracle.settle(request)]];
    }
    case 'release': {
      const request = { holdId: oracle.chooseHold(one.pick)?.holdId ?? uuidv7(), transferId: uuidv7() };
      return [[await within((trx) => release(trx, request))], [oracle.release(request)]];
    }
    case 'reverse': {
      const request = { transferId: oracle.chooseTransfer(one.pick) ?? uuidv7(), reversalId: uuidv7() };
      return [[await within((trx) => reverse(trx, request))], [oracle.reverse(request)]];
    }
    default:
      return one satisfies never;
  }
}

test(`agrees with the oracle on random histories (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const people = await insertPeople(database.db, PEOPLE);
      const oracle = new Oracle();
      for (const one of steps) {
        const [outcomes, expected] = await take(one, people, oracle);
        operationCount += outcomes.length;
        expect(outcomes.map(comparable)).toEqual(expected);
      }
      for (const owner of people) {
        const balances = await balancesOf(database.db, owner);
        for (const { asset: code, available: free, held } of balances) {
          expect({ free, held }).toEqual(oracle.balanceOf(owner, code));
        }
      }
    }),
    { seed, numRuns: runCount, endOnFailure: runCount > 60 },
  );
  process.stdout.write(`Oracle: seed ${seed}, ${operationCount} operations, no divergence\n`);
  await proveBooks(database.db);
}, 600_000);
