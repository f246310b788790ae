import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { protectionChanges } from '../identity/events/security-events.ts';
import { checkLedger } from '../ledger/ledger.ts';
import { createSiblingApp, createTestApp, refused, type TestApp, type TestReply } from '../test/app.ts';
import { insertAuthenticator } from '../test/insert-person.ts';
import { fund, insertSignedInPeople, type Caller } from '../test/signed-in-people.ts';
import { trade } from '../test/trades.ts';
import { codeOf } from '../test/two-factor.ts';
import { createRealRail, strangersAddress } from '../test/withdrawals.ts';

/**
 * Promise 22: money that leaves an account meets the same guards on every way. Tries each relation of a person to a recipient
 * against rules written for people: one call at a time, and twenty at once through two processes.
 */

/** The person's relation to the recipient, and the state of the account. */
interface Standing {
  readonly isAllowListOn: boolean;
  readonly saved: 'no' | 'just now' | 'a day ago';
  /** Paid a day ago; a later one is still new. */
  readonly isKnown: boolean;
  readonly isAboveLimit: boolean;
  readonly isFresh: boolean;
  readonly hasTwoFactor: boolean;
  readonly hasChangedProtection: boolean;
}
type RailKind = 'sandbox' | 'real';

const both = [false, true] as const;
const dimensions: { readonly [Name in keyof Standing]: readonly Standing[Name][] } = {
  isAllowListOn: both,
  saved: ['no', 'just now', 'a day ago'],
  isKnown: both,
  isAboveLimit: both,
  isFresh: both,
  hasTwoFactor: both,
  hasChangedProtection: both,
};

/** Every combination, except what is fixed. */
function standings(fixed: Partial<Standing> = {}): Standing[] {
  let some: Partial<Standing>[] = [fixed];
  // Object.keys forgets the literal names.
  for (const name of Object.keys(dimensions) as (keyof Standing)[]) {
    if (name in fixed) continue;
    const more: Partial<Standing>[] = [];
    for (const one of some) for (const each of dimensions[name]) more.push({ ...one, [name]: each });
    some = more;
  }
  // Each has every name by now.
  return some as Standing[];
}

/** The first rule that says no. */
function refusalOf(standing: Standing, rail: RailKind): string | undefined {
  const { isAllowListOn, saved, isKnown, isAboveLimit, isFresh, hasTwoFactor } = standing;
  const mayBePaid = saved === 'a day ago' || (saved === 'just now' && rail === 'sandbox');
  if (isAllowListOn && !mayBePaid) return 'AddressNotAllowed';
  const isPaused = standing.hasChangedProtection && rail === 'real';
  if (isPaused && (!isKnown || isAboveLimit)) return 'TransferPaused';
  if (!isKnown && isAboveLimit && !isFresh && !hasTwoFactor) return 'ProofRequired';
  return undefined;
}

/** Where a transfer is refused for a day, a withdrawal waits: it can still be cancelled. */
function withdrawalOutcomeOf(standing: Standing, rail: RailKind): string {
  const { isAllowListOn, saved, isFresh, hasTwoFactor, hasChangedProtection } = standing;
  const mayBePaid = saved === 'a day ago' || (saved === 'just now' && rail === 'sandbox');
  if (isAllowListOn && !mayBePaid) return 'AddressNotAllowed';
  if (rail === 'sandbox') return 'queued';
  if (!hasTwoFactor) return isFresh ? 'awaiting_confirmation' : 'ProofRequired';
  return saved === 'a day ago' && !hasChangedProtection ? 'queued' : 'waiting_period';
}

// A coin costs a dollar, so amounts read as their worth.
const environment = { MRCY_PRICE_USD: '1', RATE_LIMIT_FACTOR: '1000000' };
const unitsOfDollar = 100_000_000n;
const funded = 10_000n;
const atOnce = 20;
/** The product's limit for some, their own for others. */
const limitOf = (turn: number): number => (turn % 2 === 0 ? 1000 : 250);

const counted = { attempted: 0, 'let through': 0, told: 0, refused: 0, 'at once': 0, crossed: 0 };
afterAll(() => {
  process.stdout.write(`promise 22: ${JSON.stringify(counted)}\n`);
});

describe.each(['sandbox', 'real'] as const)('on a rail that is %s', (rail) => {
  let apps: readonly [TestApp, TestApp];
  let recipients: readonly Caller[];

  beforeAll(async () => {
    const options = rail === 'real' ? { rail: createRealRail() } : {};
    const first = await createTestApp(environment, options);
    apps = [first, await createSiblingApp(first, environment, options)];
    recipients = await insertSignedInPeople(first.db, atOnce);
  });
  afterAll(async () => {
    expect((await checkLedger(apps[0].db)).findings).toEqual([]);
    await apps[1].close();
    await apps[0].close();
  });

  interface Person extends Caller {
    readonly limit: number;
    /** Empty where two-factor is off. */
    readonly code: string;
  }

  /** `turn` picks among equivalent states. */
  async function insertPerson(standing: Standing, turn: number): Promise<Person> {
    const { db } = apps[0];
    const [person] = await insertSignedInPeople(db, 1);
    if (person === undefined) throw new Error('nobody was inserted');
    await fund(db, [person], funded * unitsOfDollar);
    await fund(db, [person], unitsOfDollar, 'BTC');
    const code = standing.hasTwoFactor ? await giveSettledAuthenticator(person) : '';
    const limit = limitOf(turn);
    const savedHoursAgo = { no: null, 'just now': 23, 'a day ago': 24 }[standing.saved];
    const addresses = recipients.map(({ walletAddress }) => walletAddress);
    const ask = (text: string, ...values: unknown[]) => db.pool.query(text, [person.userId, ...values]);
    await ask(
      'update app_user set withdraws_to_book_only = $2, transfer_limit_usd = $3 where id = $1',
      standing.isAllowListOn,
      limit === 1000 ? null : limit * 1_000_000,
    );
    await ask(
      `update session set proved_at = now() - make_interval(mins => $2) where user_id = $1`,
      standing.isFresh ? 4 : 5,
    );
    await ask(
      `insert into paid_recipient (user_id, address, first_paid_at, is_proved)
       select $1, address, now() - make_interval(hours => $3), true from unnest($2::text[]) address`,
      addresses,
      standing.isKnown ? 24 : 23,
    );
    if (savedHoursAgo !== null) {
      await ask(
        `insert into contact (id, user_id, name, wallet_address, created_at)
         select gen_random_uuid(), $1, 'Grace', address, now() - make_interval(hours => $3)
           from unnest($2::text[]) address`,
        addresses,
        savedHoursAgo,
      );
      await ask(
        `insert into withdrawal_address (id, user_id, asset, address, label, created_at)
         values (gen_random_uuid(), $1, 'BTC', $2, 'Cold', now() - make_interval(hours => $3))`,
        strangersAddress,
        savedHoursAgo,
      );
    }
    if (standing.hasChangedProtection) {
      await ask(
        `insert into security_event (id, user_id, kind, actor, user_agent, network_address, created_at)
         values (gen_random_uuid(), $1, $2, 'person', '', '', now() - interval '23 hours')`,
        protectionChanges[turn % protectionChanges.length],
      );
    }
    return { ...person, limit, code };
  }

  /** On for so long that it counts as no change. */
  async function giveSettledAuthenticator({ userId }: Caller): Promise<string> {
    const authenticator = await insertAuthenticator(apps[0], { id: userId, email: `${userId}@example.test` });
    await apps[0].ownerDb.pool.query(
      `update security_event set created_at = now() - interval '24 hours' where user_id = $1`,
      [userId],
    );
    return codeOf(authenticator);
  }

  function transfer(
    app: TestApp,
    person: Person,
    { to, amount }: { to: Caller | undefined; amount: number },
  ) {
    counted.attempted += 1;
    return app.call('POST', '/wallets/transfer', {
      token: person.token,
      headers: { 'idempotency-key': uuidv7() },
      body: {
        recipientAddress: to?.walletAddress,
        amount: String(amount),
        ...(person.code !== '' && { twoFactorCode: person.code }),
      },
    });
  }

  function outcomeOf(reply: TestReply): string {
    const outcome: string = reply.status === 200 ? reply.body.transaction.state : refused(reply).error;
    counted[reply.status === 200 ? 'let through' : 'refused'] += 1;
    return outcome;
  }

  /** Money left, notices, and whether a code was spent. */
  async function lookAt({ userId }: Caller, asset = 'MRCY') {
    const { rows } = await apps[0].db.pool.query<{ left: bigint; told: number; spent: boolean }>(
      `select (select balance from account where owner_id = $1 and asset = $2 and kind = 'available') as left,
         (select count(*)::integer from security_event where user_id = $1 and kind = 'transfer_above_limit') as told,
         exists (select from two_factor where user_id = $1 and last_step > 0) as spent`,
      [userId, asset],
    );
    return rows[0];
  }

  /** Several people at the same time. */
  async function forEach(
    all: readonly Standing[],
    work: (standing: Standing, turn: number) => Promise<void>,
  ): Promise<void> {
    const left = [...all.entries()];
    const worker = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next[1], next[0]);
    };
    await Promise.all(Array.from({ length: 4 }, worker));
  }

  test('a transfer is refused or made as the rules say, and what is refused moves, spends and tells nothing', async () => {
    await forEach(standings(), async (standing, turn) => {
      const person = await insertPerson(standing, turn);
      const amount = standing.isAboveLimit ? person.limit + 0.01 : person.limit;
      const refusal = refusalOf(standing, rail);
      const reply = await transfer(apps[0], person, { to: recipients[turn % atOnce], amount });
      const told = refusal === undefined && standing.isAboveLimit && !standing.isKnown ? 1 : 0;
      const moved = refusal === undefined ? BigInt(Math.round(amount * 100)) * (unitsOfDollar / 100n) : 0n;
      counted.told += told;
      expect({ standing, outcome: outcomeOf(reply), ...(await lookAt(person)) }).toEqual({
        standing,
        outcome: refusal ?? 'completed',
        left: funded * unitsOfDollar - moved,
        told,
        spent: refusal === undefined && standing.hasTwoFactor,
      });
    });
  });

  test('a withdrawal is refused, waits or goes as the rules say', async () => {
    const all = standings({ isKnown: false, isAboveLimit: false });
    await forEach(all, async (standing, turn) => {
      const person = await insertPerson(standing, turn);
      counted.attempted += 1;
      const reply = await apps[0].call('POST', '/wallets/withdraw', {
        token: person.token,
        body: {
          currency: 'BTC',
          amount: '1',
          address: strangersAddress,
          ...(person.code !== '' && { twoFactorCode: person.code }),
        },
      });
      const expected = withdrawalOutcomeOf(standing, rail);
      const isRefused = expected === 'AddressNotAllowed' || expected === 'ProofRequired';
      expect({ standing, outcome: outcomeOf(reply), left: (await lookAt(person, 'BTC'))?.left }).toEqual({
        standing,
        outcome: expected,
        left: isRefused ? unitsOfDollar : 0n,
      });
    });
  });

  test('twenty transfers at once come to what they would come to one after another', async () => {
    // A code works once, so people with two-factor can't make twenty calls.
    const all = standings({ hasTwoFactor: false, saved: 'a day ago', isAboveLimit: false });
    await forEach(all, async (standing, turn) => {
      const person = await insertPerson(standing, turn);
      const amount = person.limit / 10;
      const replies = await Promise.all(
        recipients.map((to, index) => transfer(index % 2 === 0 ? apps[0] : apps[1], person, { to, amount })),
      );
      counted['at once'] += atOnce;
      const refusals = [false, true].map((isAboveLimit) => refusalOf({ ...standing, isAboveLimit }, rail));
      const expected = recipients.map((_to, index) => refusals[index < 10 ? 0 : 1] ?? 'completed');
      const outcomes = replies.map(outcomeOf);
      const made = expected.filter((outcome) => outcome === 'completed').length;
      const seen = await lookAt(person);
      counted.crossed += outcomes.filter((outcome) => outcome === 'completed').length - made;
      expect({ standing, outcomes: outcomes.toSorted(), left: seen?.left, told: seen?.told }).toEqual({
        standing,
        outcomes: expected.toSorted(),
        left: funded * unitsOfDollar - BigInt(made * amount * 100) * (unitsOfDollar / 100n),
        told: standing.isKnown ? 0 : Math.max(0, made - 10),
      });
    });
  });

  test('what is sold into the coin meets the guards that it would have met by itself', async () => {
    const person = await insertPerson(
      {
        isAllowListOn: true,
        saved: 'no',
        isKnown: false,
        isAboveLimit: true,
        isFresh: false,
        hasTwoFactor: false,
        hasChangedProtection: false,
      },
      0,
    );
    const { token, userId } = person;
    await trade(apps[0], { token, user: { id: userId } }, { type: 'SELL', from: '1 BTC', to: '50000 MRCY' });
    const [thief] = recipients;
    const all = await lookAt(person);
    const save = { name: 'Me', walletAddress: thief?.walletAddress };
    const outcomes = [
      await transfer(apps[0], person, { to: thief, amount: 60_000 }),
      await transfer(apps[0], person, { to: thief, amount: 1 }),
      await apps[0].call('POST', '/contacts', { token, body: save }),
      await apps[0].call('PUT', '/wallets/withdraw/allow-list', { token, body: { isOn: false } }),
      await apps[0].call('PUT', '/wallets/transfer/limit', { token, body: { amountUsd: '1000000' } }),
    ].map((reply) => outcomeOf(reply));
    expect(outcomes).toEqual([
      'AddressNotAllowed',
      'AddressNotAllowed',
      'ProofRequired',
      'ProofRequired',
      'ProofRequired',
    ]);
    expect(await lookAt(person)).toEqual(all);
  });
});
