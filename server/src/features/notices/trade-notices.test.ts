import { endpoints } from '@mercury/contract/api/index.ts';
import type { NewsOf } from '@mercury/contract/api/notices.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { trade } from '../../test/trades.ts';

/** Trades between people. Whoever rests pays 0.1 %, whoever takes 0.2 %. */
let testApp: TestApp;
let seller: SignedInPerson;
let buyer: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
beforeEach(async () => {
  [seller, buyer] = [await makePerson(testApp), await makePerson(testApp)];
  await giveMoney(testApp, seller, 'MRCY', '1000');
  await giveMoney(testApp, buyer, 'USD', '1000');
});
afterEach(async () => {
  for (const { token } of [seller, buyer]) {
    succeeded(endpoints.cancelAllOrders, await testApp.call('DELETE', '/orders', { token }));
  }
});
afterAll(() => testApp.close());

async function place(person: SignedInPerson, side: 'BUY' | 'SELL', quantity: string, price = '0.55') {
  const body = { market: 'MRCY-USD', type: 'LIMIT', side, price, quantity };
  succeeded(endpoints.placeOrder, await testApp.call('POST', '/orders', { token: person.token, body }));
}

async function listOf({ token }: SignedInPerson) {
  return succeeded(endpoints.listNotices, await testApp.call('GET', '/notices', { token }));
}

async function tradesOf(person: SignedInPerson): Promise<(NewsOf<'trade_done'> & { createdAt: string })[]> {
  return (await listOf(person)).notices.filter((notice) => notice.kind === 'trade_done');
}

describe('the trades of one order', () => {
  test('are one notice with their sum and number, and leave room for older news', async () => {
    await trade(testApp, seller, { type: 'SELL', from: '1 MRCY', to: '0.57 USD' });
    const count = limits.noticesShownMax + 1;
    await place(seller, 'SELL', '500');
    for (let bought = 0; bought < count; bought += 1) await place(buyer, 'BUY', '4');
    const [ofOrder, ofHouse, ...others] = await tradesOf(seller);
    expect(others).toEqual([]);
    // 51 × 4 × 0.55 = 112.2, less a thousandth.
    expect(ofOrder).toMatchObject({
      type: 'SELL',
      fromCurrency: 'MRCY',
      fromAmount: '204.00000000',
      toCurrency: 'USD',
      toAmount: '112.0878',
      tradeCount: count,
    });
    expect(ofHouse).toMatchObject({ fromAmount: '1.00000000', tradeCount: 1 });
    // Each of the buyer's was an order of its own.
    const ofBuyer = await tradesOf(buyer);
    expect(ofBuyer).toHaveLength(limits.noticesShownMax);
    expect(ofBuyer.every(({ tradeCount }) => tradeCount === 1)).toBe(true);
  });

  test('are counted for whoever takes, who meets several', async () => {
    await place(seller, 'SELL', '10');
    await place(seller, 'SELL', '20', '0.56');
    await place(buyer, 'BUY', '30', '0.56');
    expect(await tradesOf(buyer)).toMatchObject([{ type: 'BUY', fromAmount: '16.70', tradeCount: 2 }]);
  });

  test('stay apart from those of another order', async () => {
    await place(seller, 'SELL', '10');
    await place(buyer, 'BUY', '10');
    await place(seller, 'SELL', '20');
    for (const quantity of ['8', '12']) await place(buyer, 'BUY', quantity);
    expect(await tradesOf(seller)).toMatchObject([
      { fromAmount: '20.00000000', tradeCount: 2 },
      { fromAmount: '10.00000000', tradeCount: 1 },
    ]);
  });

  test('go on with the order that was met last, where one who comes meets several', async () => {
    await place(seller, 'SELL', '10');
    await place(seller, 'SELL', '20', '0.56');
    await place(buyer, 'BUY', '15', '0.56');
    await place(buyer, 'BUY', '15', '0.56');
    expect(await tradesOf(seller)).toMatchObject([{ fromAmount: '30.00000000', tradeCount: 3 }]);
  });

  test('are new again with each trade, and the newest of the list', async () => {
    await place(seller, 'SELL', '100');
    await place(buyer, 'BUY', '4');
    const [first] = await tradesOf(seller);
    await testApp.call('POST', '/notices/read', { token: seller.token, body: { upTo: first?.createdAt } });
    expect((await listOf(seller)).unreadCount).toBe(0);
    await place(seller, 'SELL', '10', '0.54');
    await place(buyer, 'BUY', '10', '0.54');
    await place(buyer, 'BUY', '6');
    const { notices, unreadCount } = await listOf(seller);
    expect(unreadCount).toBe(2);
    expect(notices.filter(({ kind }) => kind === 'trade_done')).toMatchObject([
      { fromAmount: '10.00000000', tradeCount: 2, isRead: false },
      { fromAmount: '10.00000000', tradeCount: 1, isRead: false },
    ]);
  });
});

describe('the mail about an order', () => {
  beforeEach(async () => {
    const body = { subject: 'trades', channel: 'mail', isOn: true };
    const reply = await testApp.call('PUT', '/notices/choices', { token: seller.token, body });
    succeeded(endpoints.setNoticeChoice, reply);
    await place(seller, 'SELL', '500');
  });

  const run = () => runJob(testApp, 'mail-moved-money', {});
  const mails = async () =>
    (await testApp.mailsTo(seller.email)).filter(({ subject }) => subject.includes('you sold'));

  test('tells all its new trades, once', async () => {
    for (let count = 0; count < 12; count += 1) await place(buyer, 'BUY', '4');
    await run();
    await run();
    const told = await mails();
    expect(told).toHaveLength(1);
    // 48 × 0.55 = 26.40, less a thousandth.
    expect(told[0]?.subject).toBe('Mercury: you sold 48.00 MRCY for 26.37 USD');
    expect(told[0]?.text).toContain('Trades: \u206612\u2069');
  });

  test('tells later only what is new since the one before', async () => {
    await place(buyer, 'BUY', '10');
    await run();
    for (const quantity of ['4', '8']) await place(buyer, 'BUY', quantity);
    await run();
    const subjects = (await mails()).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Mercury: you sold 10.00 MRCY for 5.49 USD',
      'Mercury: you sold 12.00 MRCY for 6.59 USD',
    ]);
  });

  test('counts what they are worth together: a dollar is told, less is not', async () => {
    await place(buyer, 'BUY', '1');
    await run();
    expect(await mails()).toEqual([]);
    await place(buyer, 'BUY', '1');
    await run();
    expect((await mails())[0]?.subject).toBe('Mercury: you sold 2.00 MRCY for 1.09 USD');
  });
});
