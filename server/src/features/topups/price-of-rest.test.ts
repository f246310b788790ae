import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { succeeded } from '../../test/app.ts';
import { startLiveMarket, type LiveMarket } from '../../test/live-market.ts';
import { confirmPaymentsOf, openTestTopUp, runJob, type TestTopUp } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { settlesAfterMs } from '../trade/price-jump.ts';

vi.setConfig({ testTimeout: 20_000 });

let market: LiveMarket;
let person: SignedInPerson;
let topUp: TestTopUp;

beforeAll(async () => {
  market = await startLiveMarket();
});
beforeEach(async () => {
  await market.begin();
  market.standIn.coin('bitcoin').price = '60000';
  market.standIn.coin('bitcoin').lastUpdated = undefined;
  person = await makePerson(market.testApp);
  topUp = await openTestTopUp(market.testApp, person, '57');
});
afterEach(() => market.end());
afterAll(() => market.close());

/** Another coin than was chosen: nothing of it has a fixed rate. The chain has it final at once. */
async function payWrongCoin(): Promise<void> {
  const { testApp } = market;
  const reply = await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
    body: { currency: 'USDT', sentCurrency: 'BTC', amount: '0.001' },
  });
  succeeded(endpoints.paySandboxPayment, reply);
  await confirmPaymentsOf(testApp, topUp);
  expect(await payments()).toMatchObject([{ state: 'confirmed', problem: 'wrong_coin' }]);
}

async function payments() {
  const reply = await market.testApp.call('GET', `/sandbox/payments/${topUp.paymentToken}`);
  return succeeded(endpoints.getSandboxPayment, reply).payment.payments;
}

async function claimables() {
  const reply = await market.testApp.call('GET', '/transactions', { token: person.token });
  return succeeded(endpoints.listTransactions, reply).transactions.filter(({ canClaim }) => canClaim);
}

const watch = () => runJob(market.testApp, 'watch-rail', {});

/** A question that was on its way while time passed is answered as of before: the next look asks anew. */
async function watchUntilClaimable(count: number): Promise<void> {
  await vi.waitUntil(
    async () => {
      await watch();
      return (await claimables()).length === count;
    },
    { timeout: 15_000 },
  );
}

it('is the first that the market says once the payment is final, not the one before', async () => {
  const bitcoin = market.standIn.coin('bitcoin');
  bitcoin.lastUpdated = JSON.stringify(new Date());
  await payWrongCoin();
  expect(await payments()).toMatchObject([{ isPriced: false }]);
  bitcoin.price = '59000';
  bitcoin.lastUpdated = undefined;
  market.pass(61_000);
  await watchUntilClaimable(1);
  expect(await claimables()).toMatchObject([{ usdValue: '59.00' }]);
  expect(await payments()).toMatchObject([{ isPriced: true, usdValue: '59.00' }]);
});

it('waits while the market is away', async () => {
  market.standIn.outage = 500;
  await payWrongCoin();
  market.pass(10 * 60_000);
  await watch();
  expect(await claimables()).toEqual([]);
  market.standIn.outage = undefined;
  market.pass(10 * 60_000);
  await watchUntilClaimable(1);
  expect(await claimables()).toMatchObject([{ usdValue: '60.00' }]);
});

it('waits while it has jumped, until it is believed', async () => {
  await payWrongCoin();
  market.pass(61_000);
  await watchUntilClaimable(1);
  expect(await claimables()).toMatchObject([{ usdValue: '60.00' }]);
  topUp = await openTestTopUp(market.testApp, person, '57');
  market.standIn.coin('bitcoin').price = '90000';
  market.pass(61_000);
  await payWrongCoin();
  market.pass(61_000);
  await watch();
  expect(await claimables()).toHaveLength(1);
  market.pass(settlesAfterMs);
  await watchUntilClaimable(2);
  expect(await claimables()).toMatchObject([{ usdValue: '90.00' }, { usdValue: '60.00' }]);
});
