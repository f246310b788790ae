import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, succeeded, type TestApp } from '../test/app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({
    PUBLIC_URL: 'https://wallet.example',
    CONTACT_EMAIL: 'help@wallet.example',
    OPERATOR_EMAIL: 'private@wallet.example',
  });
});
afterAll(() => testApp.close());

async function get(path: string, from = testApp) {
  const { statusCode, headers, body } = await from.app.inject({
    url: path,
    headers: { host: 'evil.example' },
  });
  return { status: statusCode, type: headers['content-type'], headers, body };
}

describe('/robots.txt', () => {
  it('forbids nothing, and names the list of pages by the address of the settings', async () => {
    const { status, type, headers, body } = await get('/robots.txt');
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(body).toBe('User-agent: *\nAllow: /\n\nSitemap: https://wallet.example/sitemap.xml\n');
  });
});

describe('/sitemap.xml', () => {
  it('has every public page once, those of the coins among them, and no other', async () => {
    const { status, type, body } = await get('/sitemap.xml');
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
    const market = succeeded(endpoints.listMarketCoins, await testApp.call('GET', '/market/coins'));
    const coinPages = market.coins.map(({ id }) => `https://wallet.example/market/${id}`);
    expect([...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])).toEqual([
      'https://wallet.example/',
      'https://wallet.example/markets',
      'https://wallet.example/fees',
      'https://wallet.example/help',
      'https://wallet.example/status',
      'https://wallet.example/about',
      'https://wallet.example/contact',
      'https://wallet.example/privacy-policy',
      'https://wallet.example/terms-and-conditions',
      'https://wallet.example/cookie-policy',
      ...coinPages,
    ]);
    expect(new Set(coinPages).size).toBe(limits.marketCoinCount);
  });
});

describe('/.well-known/security.txt', () => {
  it('says whom to tell of a flaw, and where it stands, as RFC 9116 has it', async () => {
    const { status, type, headers, body } = await get('/.well-known/security.txt');
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    const lines = body.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('Expires: '))).toEqual([
      'Contact: mailto:help@wallet.example',
      'Contact: https://wallet.example/contact',
      'Preferred-Languages: en, fa, ru, zh',
      'Canonical: https://wallet.example/.well-known/security.txt',
    ]);
    // Set for visitors of nobody but the operator themselves.
    expect(body).not.toContain('private@');
  });

  it('holds for some months, and for less than a year', async () => {
    const { body } = await get('/.well-known/security.txt');
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '');
    const days = (expires - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(60);
    expect(days).toBeLessThan(365);
  });

  it('has the form alone where no address is set, and never an example', async () => {
    const bare = await createTestApp({ PUBLIC_URL: 'https://wallet.example' });
    try {
      const { body } = await get('/.well-known/security.txt', bare);
      expect(body.match(/^Contact: .*$/gm)).toEqual(['Contact: https://wallet.example/contact']);
    } finally {
      await bare.close();
    }
  });
});

describe('/.well-known/change-password', () => {
  it('leads to where a password is changed', async () => {
    const { status, headers } = await get('/.well-known/change-password');
    expect([status, headers['location']]).toEqual([302, '/profile']);
  });

  it('can be believed, since what is not there is not found', async () => {
    const probe = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await get(probe)).status).toBe(404);
  });
});
