import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import {
  createLedger,
  hold,
  post,
  release,
  reverse,
  settle,
  type Ledger,
  type Posting,
  type PostingOutcome,
} from '../ledger/ledger.ts';
import { balancesOf } from '../ledger/testing/balances.ts';
import { Oracle, type Expected } from '../ledger/testing/oracle.ts';
import { available, claimOf, house, insertPeople, payment, proveBooks } from '../ledger/testing/postings.ts';

/**
 * Promise 4: 100,000 random operations against a plain oracle in memory, without a divergence. ORACLE_SEED repeats a run,
 * ORACLE_OPERATIONS changes its length.
 */
const seed = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const wantedCount = Number(process.env['ORACLE_OPERATIONS'] ?? 100_000);
const BATCH_MAX = 16;
/** Each with people of its own, so that a divergence is in a short history. */
const HISTORIES_PER_ROUND = 5;
/** They share nothing but the house, the batches and the cores. */
const HISTORIES_AT_ONCE = 4;
const PEOPLE = 4;
const ASSETS = ['MRCY', 'USD'] as const;

let database: TestDatabase;
let ledger: Ledger;
const counts = { attempted: 0, posted: 0, repeated: 0, refused: 0 };

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger(database.db, { batchMax: BATCH_MAX });
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

const asset = fc.constantFrom(...ASSETS);
/** Mostly so small that a balance is often spent to its end. */
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.bigInt({ min: 1n, max: 40n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 10n ** 30n }) },
);
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
      items: fc.array(item, { minLength: 1, maxLength: 80 }),
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
  const idempotency = claimOf(people[0] ?? '', `key ${key}`, { fingerprint });
  return { ...posting, idempotency, context: { units: String(units) } };
}

/** Without the time, which only the database knows. */
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
      // As if one after another: none overtakes another with a shared account or key.
      return [outcomes, postings.map((posting) => oracle.post(posting))];
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

function count(outcomes: readonly PostingOutcome[]): void {
  counts.attempted += outcomes.length;
  for (const outcome of outcomes) {
    if (!outcome.isPosted) counts.refused += 1;
    else if (outcome.isRepeat) counts.repeated += 1;
    else counts.posted += 1;
  }
}

async function expectAgreement(steps: readonly Step[]): Promise<void> {
  const people = await insertPeople(database.db, PEOPLE);
  const oracle = new Oracle();
  for (const one of steps) {
    const [outcomes, expected] = await take(one, people, oracle);
    count(outcomes);
    expect(outcomes.map(comparable)).toEqual(expected);
  }
  for (const owner of people) {
    for (const { asset: code, available: free, held } of await balancesOf(database.db, owner)) {
      expect({ free, held }).toEqual(oracle.balanceOf(owner, code));
    }
  }
}

test(`${wantedCount} random operations agree with the oracle (seed ${seed})`, async () => {
  const history = fc.array(step, { minLength: 10, maxLength: 40 });
  let round = 0;
  async function playRounds(): Promise<void> {
    while (counts.attempted < wantedCount) {
      round += 1;
      await fc.assert(fc.asyncProperty(history, expectAgreement), {
        seed: seed + round,
        numRuns: HISTORIES_PER_ROUND,
        // Shrinking takes long, so only short runs do it.
        endOnFailure: wantedCount > 5_000,
      });
    }
  }
  await Promise.all(Array.from({ length: HISTORIES_AT_ONCE }, playRounds));
  process.stdout.write(`promise 4: seed ${seed}, ${JSON.stringify(counts)}, no divergence\n`);
  await proveBooks(database.db);
}, 600_000);
