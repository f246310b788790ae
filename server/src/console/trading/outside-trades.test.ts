import { getBookTransfer, getTrialBalance, proposeReversal } from '@mercury/contract/console/books.ts';
import * as trading from '@mercury/contract/console/trading.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { bookOutsideTrade } from '../../features/trade/book-outside-trade.ts';
import { type OutsideTrade, readOutsideTrade } from '../../features/trade/outside-trade.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, type TestApp, type TestReply } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { operateOn } from '../../test/operator.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { acceptTestQuote, insertTestQuote } from '../../test/trades.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';
import { decide } from '../test/proposal-client.ts';

let testApp: TestApp;
let treasurer: StaffPerson;
let owner: StaffPerson;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000', TRADE_EXPOSURE_USD_MAX: '500' });
  [treasurer, owner] = [await makeStaff(testApp, 'treasurer'), await makeStaff(testApp, 'owner')];
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '2000');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const made = {
  givenAmount: '400',
  givenCurrency: 'USD',
  receivedAmount: '0.16',
  receivedCurrency: 'ETH',
  venue: 'Kraken',
  reference: 'OABC-1',
  tradedAt: '2026-01-02T10:00:00.000Z',
};

function propose(change: object = {}, token = treasurer.token): Promise<TestReply> {
  return callConsole(testApp, trading.proposeOutsideTrade, {
    token,
    body: { ...made, reason: 'To go on trading', ...change },
  });
}
const proposalOf = (reply: TestReply) => consoleSuccess(trading.proposeOutsideTrade, reply).proposal;

async function book(change: object): Promise<void> {
  const reply = await decide(testApp, owner.token, proposalOf(await propose(change)));
  expect(reply.status).toBe(200);
}

async function list() {
  const reply = await callConsole(testApp, trading.listOutsideTrades, { token: treasurer.token });
  return consoleSuccess(trading.listOutsideTrades, reply).trades;
}

/** A hundred dollars of it, at 2,500 each. */
async function buyEth(): Promise<string> {
  const quote = await insertTestQuote(testApp.db, ada.user.id, {
    type: 'BUY',
    from: '100 USD',
    to: '0.04 ETH',
  });
  const reply = await acceptTestQuote(testApp, quote, { token: ada.token });
  return reply.status === 200 ? 'accepted' : refused(reply).error;
}

async function ethOf(token = treasurer.token) {
  const { assets } = consoleSuccess(getTrialBalance, await callConsole(testApp, getTrialBalance, { token }));
  const eth = assets.find(({ currency }) => currency === 'ETH');
  return { ...eth, lines: Object.fromEntries((eth?.lines ?? []).map(({ kind, amount }) => [kind, amount])) };
}

it('what the house bought elsewhere lets people buy again, once a second person says yes; nobody is owed more', async () => {
  for (let bought = 0; bought < 5; bought += 1) expect(await buyEth()).toBe('accepted');
  expect(await buyEth()).toBe('ExposureLimitReached');
  const before = await ethOf();

  const proposal = proposalOf(await propose());
  expect(proposal).toMatchObject({
    kind: 'trading.hedge',
    before: { booked: false },
    after: {
      venue: 'Kraken',
      reference: 'OABC-1',
      given: '400.00 USD',
      received: '0.160000000000000000 ETH',
      price: '2500.00 USD for 1 ETH',
      positions: ['500.00 → 100.00 USD', '-0.200000000000000000 → -0.040000000000000000 ETH'],
    },
  });
  expect(await buyEth()).toBe('ExposureLimitReached');
  expect((await decide(testApp, owner.token, proposal)).status).toBe(200);
  expect(await newestEntry(testApp)).toMatchObject({
    action: 'trading.hedge',
    actor: owner.email,
    after: { booked: true, proposedBy: treasurer.email },
  });

  const after = await ethOf();
  expect(after).toMatchObject({ isRight: true, liabilities: before.liabilities });
  expect(after.lines).toMatchObject({
    exposure: '-0.040000000000000000',
    rail_clearing: '-0.160000000000000000',
  });
  const shown = consoleSuccess(
    trading.getTrading,
    await callConsole(testApp, trading.getTrading, { token: treasurer.token }),
  );
  expect(shown.exposure.find(({ currency }) => currency === 'USD')).toEqual({
    currency: 'USD',
    position: '100.00',
    usdValue: '100.00',
    share: 20,
    shareWithOrders: 20,
  });
  for (let bought = 0; bought < 4; bought += 1) expect(await buyEth()).toBe('accepted');
  expect(await buyEth()).toBe('ExposureLimitReached');
});

it('one is booked once, however its venue is spelt and whoever asks', async () => {
  await book({ reference: 'OABC-2' });
  expect((await propose({ reference: 'OABC-2', venue: 'KRAKEN' })).body.error).toBe('OutsideTradeBooked');
  const words = [
    'book-outside-trade',
    'USD=400',
    'ETH=0.16',
    'kraken',
    'OABC-2',
    '2026-01-02T10:00Z',
    'again',
  ];
  expect((await operateOn(testApp, words)).complaint).toContain('is booked already');
  const open = proposalOf(await propose({ reference: 'OABC-3' }));
  expect((await propose({ reference: 'OABC-3' })).body.error).toBe('ProposalExists');
  // The command was faster than the second person.
  const done = await operateOn(testApp, words.with(4, 'OABC-3'));
  expect(done.complaint).toBe('');
  expect((await decide(testApp, owner.token, open)).body.error).toBe('ProposalOutdated');
  expect((await list()).filter(({ reference }) => reference === 'OABC-3')).toHaveLength(1);
});

it('the command books at once, written down with before and after, and lists', async () => {
  const words = [
    'book-outside-trade',
    'eth=0.01',
    'usd=25',
    'Kraken',
    'OABC-4',
    '2026-01-02T10:00Z',
    'too',
    'much',
  ];
  expect((await operateOn(testApp, words)).output).toContain('is booked. The house has now: ');
  expect(await newestEntry(testApp)).toMatchObject({
    actor: 'Grace',
    action: 'trading.hedge',
    subject_id: 'kraken OABC-4',
    before: { booked: false },
    after: { given: '0.010000000000000000 ETH', received: '25.00 USD' },
    reason: 'too much',
  });
  expect((await operateOn(testApp, ['outside-trades'])).output).toMatch(
    /^2026-01-02T10:00:00\.000Z +Kraken +OABC-4 +0\.010000000000000000 ETH +25\.00 USD +Grace/m,
  );
  expect((await operateOn(testApp, words.with(1, 'USD=1'))).complaint).toContain('different currencies');
});

it('a mistake is reversed in the books, which say what the transfer was', async () => {
  await book({ reference: 'OABC-5' });
  const [newest] = await list();
  expect(newest).toMatchObject({
    ...made,
    givenAmount: '400.00',
    receivedAmount: '0.160000000000000000',
    reference: 'OABC-5',
    isReversed: false,
  });
  const transferId = newest?.transferId ?? '';
  const path = `/books/transfers/${transferId}` as const;
  const { transfer } = consoleSuccess(
    getBookTransfer,
    await callConsole(testApp, { ...getBookTransfer, path }, { token: treasurer.token }),
  );
  expect(transfer.causes).toMatchObject([{ kind: 'outside_trade', id: newest?.id, detail: 'Kraken OABC-5' }]);
  const asked = await callConsole(
    testApp,
    { ...proposeReversal, path: `${path}/reversal` },
    { token: treasurer.token, body: { reason: 'It was another one' } },
  );
  const { proposal } = consoleSuccess(proposeReversal, asked);
  expect((await decide(testApp, owner.token, proposal)).status).toBe(200);
  expect((await list())[0]).toMatchObject({ reference: 'OABC-5', isReversed: true });

  // As it was meant; while it stands, it is booked once, however its venue is spelt.
  await book({ reference: 'OABC-5', givenAmount: '40', receivedAmount: '0.016' });
  expect((await list()).slice(0, 2)).toMatchObject([
    { reference: 'OABC-5', givenAmount: '40.00', isReversed: false },
    { reference: 'OABC-5', givenAmount: '400.00', isReversed: true },
  ]);
  expect((await propose({ reference: 'OABC-5', venue: 'KRAKEN' })).body.error).toBe('OutsideTradeBooked');
  await expect(
    testApp.ownerDb.pool.query(
      `insert into outside_trade select (json_populate_record(kept, json_build_object('id', gen_random_uuid(), 'transfer_id', free.id))).*
         from outside_trade kept, (select id from transfer where kind = 'reversal' limit 1) free
        where kept.replaces_id is not null`,
    ),
  ).rejects.toThrow('outside_trade_replaces_id_key');
});

describe('one whose booking was undone', () => {
  const trade = readOutsideTrade({
    ...made,
    givenCurrency: 'USD',
    receivedCurrency: 'ETH',
    reference: 'OABC-6',
  });
  const bookOnce = (terms: OutsideTrade = trade) =>
    inTransaction(testApp.db, (trx) => bookOutsideTrade(trx, terms, 'Grace'));
  const bookings = async () => (await list()).filter(({ reference }) => reference === trade.reference);

  async function undoNewest(): Promise<void> {
    const path = `/books/transfers/${(await bookings())[0]?.transferId}/reversal` as const;
    const body = { reason: 'It was another one' };
    const asked = await callConsole(testApp, { ...proposeReversal, path }, { token: treasurer.token, body });
    const { proposal } = consoleSuccess(proposeReversal, asked);
    expect((await decide(testApp, owner.token, proposal)).status).toBe(200);
  }

  it('is booked anew once, however many do so at once and spell its venue, and again after the next one', async () => {
    const before = await ethOf();
    await bookOnce();
    for (const count of [2, 3]) {
      await undoNewest();
      expect(await ethOf()).toEqual(before);
      const venues = ['kraken', 'KRAKEN', 'Kraken'];
      const outcomes = await Promise.allSettled(venues.map((venue) => bookOnce({ ...trade, venue })));
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect((await bookings()).map(({ isReversed }) => isReversed)).toEqual([
        false,
        ...Array.from({ length: count - 1 }, () => true),
      ]);
    }
    await undoNewest();
    expect(await ethOf()).toEqual(before);
  });
});

it.each([
  [{ receivedCurrency: 'USD' }, 'ValidationFailed'],
  [{ tradedAt: '2999-01-01T00:00:00.000Z' }, 'ValidationFailed'],
  [{ givenAmount: '0' }, 'AmountNotPositive'],
  [{ givenAmount: '0.0000001' }, 'AmountOutOfRange'],
  [{ venue: '' }, 'ValidationFailed'],
])('of %j is refused', async (change, error) => {
  expect((await propose({ reference: 'OABC-9', ...change })).body.error).toBe(error);
});

it('a role that only reads sees them, and books none', async () => {
  const auditor = await makeStaff(testApp, 'auditor');
  expect((await propose({ reference: 'OABC-9' }, auditor.token)).body.error).toBe('PermissionMissing');
  const reply = await callConsole(testApp, trading.listOutsideTrades, { token: auditor.token });
  expect(consoleSuccess(trading.listOutsideTrades, reply).nextCursor).toBeNull();
});
