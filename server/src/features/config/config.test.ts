import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ MRCY_PRICE_USD: '1.250' });
});
afterAll(() => testApp.close());

describe('the configuration that anyone may read', () => {
  it('tells what the operator set, and nothing of the installation', async () => {
    const reply = await testApp.call('GET', '/config');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      productName: 'Mercury',
      coin: 'MRCY',
      coinPriceUsd: '1.25',
      withdrawalFeeBps: 50,
      moneyMode: 'live',
      rail: { name: 'sandbox', isSandbox: true, canTopUp: true, paymentOrigins: [] },
      limits: { topUpUsdMin: '1.00', topUpUsdMax: '10000.00' },
      locales: ['en', 'fa', 'ru', 'zh'],
    });
    expect(JSON.stringify(reply.body)).not.toContain(testApp.config.dataDir);
  });

  it('names the coins that a top-up can be paid with', async () => {
    const { body } = await testApp.call('GET', '/config');
    const payable = body.assets
      .filter((asset: { canTopUpWith: boolean }) => asset.canTopUpWith)
      .map((asset: { code: string }) => asset.code);
    expect(payable).toEqual(['BTC', 'ETH', 'TRX', 'USDT', 'USDC', 'BNB', 'SOL', 'XRP', 'DOGE', 'LTC', 'TON']);
  });
});
