import { endpoints } from '@mercury/contract/api/index.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken } from '../../identity/secrets/tokens.ts';
import { createTestApp, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { exampleAddressOf } from '../../rails/sandbox/example-addresses.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { acceptTestQuote, insertTestQuote } from '../../test/trades.ts';
import { createRealRail, otherAddress, withdrawalIdOf, withdrawWith } from '../../test/withdrawals.ts';
import { payOut } from '../withdrawals/pay-out.ts';
import { findWithdrawal } from '../withdrawals/queries.ts';

/** What may be traded within a day counts over accounts that share a device, a network or an address that was paid to. */

let testApp: TestApp;

beforeAll(async () => {
  // It pays nothing out by itself.
  const rail = createRealRail({ isSandbox: true });
  testApp = await createTestApp({ TRADE_DAY_USD_MAX: '150', TRUSTED_PROXIES: '127.0.0.1' }, { rail });
});
afterAll(() => testApp.close());

interface Place {
  readonly from?: string;
  readonly device?: string;
  readonly usd?: string;
}

async function rich(): Promise<SignedInPerson> {
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '1000');
  return person;
}

/** Buys for 100 dollars, unless told. */
async function trade(person: SignedInPerson, { from, device, usd = '100' }: Place = {}): Promise<TestReply> {
  const quote = await insertTestQuote(testApp.db, person.user.id, {
    type: 'BUY',
    from: `${usd} USD`,
    to: '0.002 BTC',
  });
  const headers = {
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    ...(device === undefined ? {} : { cookie: `device=${device}` }),
  };
  return acceptTestQuote(testApp, quote, { token: person.token, headers });
}

const deviceOf = (letter: string): string => letter.repeat(43);

let lastHost = 0;
/** One that nobody else here has. */
function someNetwork(): string {
  lastHost += 1;
  return `203.0.113.${lastHost}`;
}

const said = ({ status, body }: TestReply): string | number => (status === 200 ? 200 : body.error);

/** Each of the first five has traded as much as one may. */
async function tradedUp(placeOf: (index: number) => Place): Promise<void> {
  for (let index = 0; index < 5; index += 1) {
    expect(said(await trade(await rich(), { ...placeOf(index), usd: '150' }))).toBe(200);
  }
}

it('accounts on one network have five limits', async () => {
  const from = someNetwork();
  await tradedUp(() => ({ from }));
  expect(said(await trade(await rich(), { from, usd: '1' }))).toBe('TradeLimitReached');
  expect(said(await trade(await rich(), { from: someNetwork() }))).toBe(200);
});

it('the IPv6 networks that one customer may change between are one', async () => {
  await tradedUp((index) => ({ from: `2001:db8:7:${index}::1` }));
  expect(said(await trade(await rich(), { from: '2001:db8:7:ffff::9', usd: '1' }))).toBe('TradeLimitReached');
  expect(said(await trade(await rich(), { from: '2001:db8:8:1::1' }))).toBe(200);
});

it('who can’t pay is told that, and learns nothing of what others traded', async () => {
  const from = someNetwork();
  await tradedUp(() => ({ from }));
  expect(said(await trade(await makePerson(testApp), { from, usd: '1' }))).toBe('InsufficientBalance');
});

it.each(['10.1.2.3', '192.168.0.7', '172.20.0.1', '100.64.3.3', '::ffff:10.1.2.3', 'fd00::1'])(
  'a network that many have, such as that of %s, tells nothing',
  async (from) => {
    await tradedUp(() => ({ from }));
    expect(said(await trade(await rich(), { from }))).toBe(200);
  },
);

it('accounts on one device have one limit, from whatever network', async () => {
  const device = deviceOf('a');
  expect(said(await trade(await rich(), { device, from: someNetwork() }))).toBe(200);
  expect(said(await trade(await rich(), { device, from: someNetwork() }))).toBe('TradeLimitReached');
  expect(said(await trade(await rich(), { device: deviceOf('b'), from: someNetwork() }))).toBe(200);
});

interface PaidTo {
  readonly address: string;
  readonly memo?: string;
  /** It was asked for, and nobody has paid it. */
  readonly isOpen?: boolean;
}

async function withdraw(
  person: SignedInPerson,
  { address, memo = '', isOpen = false }: PaidTo,
): Promise<void> {
  await giveMoney(testApp, person, 'BTC', '1');
  const { transaction } = succeeded(endpoints.withdraw, await withdrawWith(testApp, person, { address }));
  const id = await withdrawalIdOf(testApp, transaction.id);
  await testApp.db.pool.query('update withdrawal set memo = $2 where id = $1', [id, memo]);
  const row = await findWithdrawal(testApp.db, id);
  if (isOpen || row === undefined) return;
  const rail = createRealRail({
    canPayOut: true,
    payOut: async () => ({ state: 'paid', externalReference: id }),
  });
  const services = {
    db: testApp.db,
    settings: testApp.settings,
    rail,
    log: pino({ level: 'silent' }),
    events: { publish: () => undefined },
  };
  await payOut(services, row);
}

/** Of the first block of Bitcoin: valid, and nobody's here. */
const genesisAddress = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

it('accounts that were paid out to one address have one limit', async () => {
  const [one, other, stranger] = [await rich(), await rich(), await rich()];
  await withdraw(one, { address: genesisAddress });
  await withdraw(other, { address: genesisAddress });
  await withdraw(stranger, { address: otherAddress });
  expect(said(await trade(one))).toBe(200);
  expect(said(await trade(other))).toBe('TradeLimitReached');
  expect(said(await trade(stranger))).toBe(200);
});

it('the address that the sandbox has for everybody to try with joins nobody', async () => {
  const address = exampleAddressOf('BTC') ?? '';
  for (const person of [await rich(), await rich()]) {
    await withdraw(person, { address });
    expect(said(await trade(person))).toBe(200);
  }
});

it('from where a trade was made is forgotten after a day', async () => {
  await trade(await rich(), { device: deviceOf('e'), from: someNetwork() });
  const kept = async () => {
    const { rows } = await testApp.db.pool.query('select 1 from trade_origin where device_hash = $1', [
      hashToken(deviceOf('e')),
    ]);
    return rows.length;
  };
  const age = (interval: string) =>
    testApp.ownerDb.pool.query(`update trade_origin set created_at = now() - $1::interval`, [interval]);
  await age('23 hours 59 minutes');
  await runJob(testApp, 'sweep', {});
  expect(await kept()).toBe(1);
  await age('24 hours 1 second');
  await runJob(testApp, 'sweep', {});
  expect(await kept()).toBe(0);
});

it('another memo at the same address is another place, and a withdrawal that was not paid tells nothing', async () => {
  const [one, other, third] = [await rich(), await rich(), await rich()];
  await withdraw(one, { address: otherAddress, memo: '1' });
  await withdraw(other, { address: otherAddress, memo: '2' });
  await withdraw(third, { address: otherAddress, memo: '1', isOpen: true });
  for (const person of [one, other, third]) expect(said(await trade(person))).toBe(200);
});

it('several at once do not cross the limit that they share', async () => {
  const device = deviceOf('c');
  const people = await Promise.all([rich(), rich(), rich(), rich()]);
  const replies = await Promise.all(people.map((person) => trade(person, { device })));
  expect(replies.map(said).filter((answer) => answer === 200)).toHaveLength(1);
});

it('what was traded more than a day ago counts no more', async () => {
  const device = deviceOf('d');
  expect(said(await trade(await rich(), { device }))).toBe(200);
  await testApp.ownerDb.pool.query(
    `update trade_origin set created_at = now() - interval '24 hours 1 second' where device_hash is not null`,
  );
  expect(said(await trade(await rich(), { device }))).toBe(200);
});
