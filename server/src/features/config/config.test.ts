import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings/registry.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createRealRail } from '../../test/withdrawals.ts';
import { presentContact } from './present-contact.ts';

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
      rail: { name: 'sandbox', isSandbox: true, canTopUp: true, canPayOut: true, paymentOrigins: [] },
      limits: { topUpUsdMin: '1.00', topUpUsdMax: '10000.00' },
      trade: {
        feeBps: 25,
        spreadBps: 50,
        orderUsdMin: '1.00',
        orderUsdMax: '10000.00',
        dayUsdMax: '50000.00',
      },
      locales: ['en', 'fa', 'ru', 'zh'],
    });
    expect(JSON.stringify(reply.body)).not.toContain(testApp.config.dataDir);
  });

  it('shows examples of how to reach the operator in the sandbox, until the operator says it themselves', async () => {
    const { body } = await testApp.call('GET', '/config');
    expect(body.contact.email).toMatch(/@example\.com$/);
    expect(body.contact.phone).toContain(' 555 01');
    expect(body.socialLinks.length).toBeGreaterThan(0);
    for (const { url } of body.socialLinks) expect(new URL(url).host).toBe('example.com');

    const said = readSettings({ CONTACT_EMAIL: 'help@bank.example', SOCIAL_LINKS: 'x=https://x.com/bank' });
    const shown = presentContact(createRealRail({ isSandbox: true }), said);
    expect(shown.contact).toEqual({ ...body.contact, email: 'help@bank.example' });
    expect(shown.socialLinks).toEqual([{ network: 'x', url: 'https://x.com/bank' }]);
  });

  it('makes nothing up where money is real', () => {
    const shown = presentContact(createRealRail(), readSettings({}));
    expect(shown).toEqual({ contact: { email: null, phone: null, address: null }, socialLinks: [] });
  });

  it('names the coins that a top-up can be paid with', async () => {
    const { body } = await testApp.call('GET', '/config');
    const payable = body.assets
      .filter((asset: { canTopUpWith: boolean }) => asset.canTopUpWith)
      .map((asset: { code: string }) => asset.code);
    expect(payable).toEqual(['BTC', 'ETH', 'TRX', 'USDT', 'USDC', 'BNB', 'SOL', 'XRP', 'DOGE', 'LTC', 'TON']);
  });
});
