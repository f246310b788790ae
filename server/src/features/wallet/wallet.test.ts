import { endpoints } from '@mercury/contract/api/index.ts';
import { seededCodes, assetOf } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { hold } from '../../ledger/ledger.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { confirmPaymentsOf, giveMoney, openTestTopUp } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { depositAddressOf, openPretendChain } from '../../test/pretend-chain.ts';
import { trade } from '../../test/trades.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

async function wallets() {
  const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
  return succeeded(endpoints.getBalance, reply);
}

describe('the wallets of an account', () => {
  test('are MRCY alone at first, with the account’s own address and nothing in it', async () => {
    const { wallet, wallets: all, totalUsdValue } = await wallets();
    expect(all).toEqual([wallet]);
    expect(wallet).toMatchObject({
      currency: 'MRCY',
      balance: '0.00000000',
      pendingBalance: '0.00000000',
      usdValue: '0.00',
      address: person.user.walletAddress,
    });
    expect(totalUsdValue).toBe('0.00');
  });

  test('are of every currency that there is some of, each with its own decimals, and add up in dollars', async () => {
    for (const asset of seededCodes) await giveMoney(testApp, person, asset, '1');
    const { wallets: all, totalUsdValue } = await wallets();
    expect(all.map(({ currency }) => currency)).toEqual(seededCodes);
    for (const { currency, balance, canDeposit, canWithdraw, address } of all) {
      const { shownDecimals, chain } = assetOf(currency);
      expect(balance).toBe(`1.${'0'.repeat(shownDecimals)}`);
      expect({ currency, canDeposit, canWithdraw }).toEqual({
        currency,
        canDeposit: chain !== null,
        canWithdraw: chain !== null,
      });
      expect(address).toBe(currency === 'MRCY' ? person.user.walletAddress : undefined);
    }
    const cents = all.reduce((sum, { usdValue }) => sum + BigInt((usdValue ?? '0.00').replace('.', '')), 0n);
    expect(totalUsdValue.replace('.', '')).toBe(cents.toString());
    // Only what nobody trades outside has a firm price.
    const firm = all.filter(({ isUsdValueIndicative }) => !isUsdValueIndicative);
    expect(firm.map(({ currency }) => currency)).toEqual(['MRCY', 'USD']);
  });

  test('show what is held as part of the balance and not as available', async () => {
    await giveMoney(testApp, person, 'LTC', '3');
    await inTransaction(testApp.db, (trx) =>
      hold(trx, { holdId: uuidv7(), owner: person.user.id, asset: 'LTC', amount: 100_000_000n }),
    );
    expect((await wallets()).wallets[1]).toMatchObject({
      balance: '3.00000000',
      availableBalance: '2.00000000',
    });
  });
});

describe('the first steps', () => {
  async function steps() {
    const reply = await testApp.call('GET', '/wallets/first-steps', { token: person.token });
    const { hasReceivedMoney, hasTraded } = succeeded(endpoints.getFirstSteps, reply);
    return { hasReceivedMoney, hasTraded };
  }

  test('are undone at first, and while money is only on its way', async () => {
    expect(await steps()).toEqual({ hasReceivedMoney: false, hasTraded: false });
    const topUp = await openTestTopUp(testApp, person, '57');
    await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
      body: { currency: 'USDT', amount: '57' },
    });
    expect(await steps()).toEqual({ hasReceivedMoney: false, hasTraded: false });
    await confirmPaymentsOf(testApp, topUp);
    expect(await steps()).toEqual({ hasReceivedMoney: true, hasTraded: false });
  });

  test('are taken by whoever receives a transfer, and not by whoever sends it', async () => {
    const receiver = person;
    person = await makePerson(testApp);
    await giveMoney(testApp, person, 'MRCY', '10');
    const body = { recipientAddress: receiver.user.walletAddress, amount: '1' };
    await testApp.call('POST', '/wallets/transfer', { token: person.token, body });
    expect(await steps()).toMatchObject({ hasReceivedMoney: false });
    person = receiver;
    expect(await steps()).toMatchObject({ hasReceivedMoney: true });
  });

  test('are done with a trade of one’s own', async () => {
    await giveMoney(testApp, person, 'USD', '100');
    await trade(testApp, person, { type: 'BUY', from: '100 USD', to: '0.002 BTC' });
    expect(await steps()).toMatchObject({ hasTraded: true });
    person = await makePerson(testApp);
    expect(await steps()).toEqual({ hasReceivedMoney: false, hasTraded: false });
  });
});

describe('money on its way', () => {
  test('of a deposit is pending until it is final, and in no balance', async () => {
    const chain = await openPretendChain(testApp);
    const paymentId = await chain.pay(await depositAddressOf(testApp, person, 'BTC'), 'BTC', '0.25');
    await chain.tell(paymentId);
    expect((await wallets()).wallets[1]).toMatchObject({
      currency: 'BTC',
      balance: '0.00000000',
      pendingBalance: '0.25000000',
    });
    await chain.confirm(paymentId, 100);
    await chain.tell(paymentId);
    expect((await wallets()).wallets[1]).toMatchObject({
      balance: '0.25000000',
      pendingBalance: '0.00000000',
    });
  });

  test('of a top-up is what its payments so far will be credited as, not what was asked for', async () => {
    const topUp = await openTestTopUp(testApp, person, '57');
    const pay = (amount: string) =>
      testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
        body: { currency: 'USDT', amount },
      });
    expect((await wallets()).wallet.pendingBalance).toBe('0.00000000');
    await pay('20');
    expect((await wallets()).wallet.pendingBalance).toBe('35.08771929');
    await pay('30');
    expect((await wallets()).wallet).toMatchObject({ balance: '0.00000000', pendingBalance: '87.71929824' });
    await pay('7');
    await confirmPaymentsOf(testApp, topUp);
    expect((await wallets()).wallet).toMatchObject({ balance: '100.00000000', pendingBalance: '0.00000000' });
  });
});
