import { isAbsolute } from 'node:path';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { sourceOfPrices } from './market-settings.ts';
import { readSettings } from './settings/registry.ts';

describe('the configuration', () => {
  it('has a default for every setting', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      smtpUrl: undefined,
      moneyMode: 'live',
      rail: 'sandbox',
      trustedProxies: [],
      logLevel: 'info',
      withdrawalsNeedCode: true,
      rateLimitFactor: 1,
      marketData: {
        url: new URL('https://api.coingecko.com/api/v3'),
        key: undefined,
        tickerUrl: undefined,
        historyCallsPerMinuteMax: 4,
      },
      statedSettings: {},
    });
    expect(readSettings({})).toMatchObject({
      withdrawalFeeBps: 50,
      coinPriceUsd: { asset: 'MRCY', scaledUsd: 570_000_000_000n },
      contact: { email: undefined, phone: undefined, address: undefined },
      socialLinks: [],
    });
    expect(config.publicUrl.href).toBe('http://localhost:3000/');
    expect(isAbsolute(config.dataDir)).toBe(true);
  });

  it('takes a setting that is there but empty for absent', () => {
    const blank = { PORT: '', DATABASE_URL: '', TRADE_FEE_BPS: '' };
    expect(readConfig(blank)).toMatchObject({ port: 3000, databaseUrl: undefined, statedSettings: {} });
    expect(readConfig({ TRADE_FEE_BPS: '30' }).statedSettings).toEqual({ TRADE_FEE_BPS: '30' });
  });

  it.each([
    ['always', true],
    ['never', false],
  ])('says by WITHDRAWAL_CODE=%s whether every withdrawal wants a code: %s', (text, withdrawalsNeedCode) => {
    expect(readConfig({ WITHDRAWAL_CODE: text })).toMatchObject({ withdrawalsNeedCode });
  });

  it('makes the public address follow the port', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl.href).toBe('http://localhost:8080/');
  });

  it.each([
    ['PORT', 'many'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3e3'],
    ['PUBLIC_URL', 'wallet.example.com'],
    ['PUBLIC_URL', 'ftp://wallet.example.com'],
    ['PUBLIC_URL', 'https://wallet.example.com/path'],
    ['PUBLIC_URL', 'https://wallet.example.com/?a=b'],
    ['PUBLIC_URL', 'https://me@wallet.example.com'],
    ['DATABASE_URL', 'mysql://localhost/mercury'],
    ['SMTP_URL', 'mail.example.com'],
    ['OPERATOR_EMAIL', 'nobody'],
    ['MONEY_MODE', 'pretend'],
    ['RAIL', 'bank'],
    ['WITHDRAWAL_CODE', 'auto'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['TRUSTED_PROXIES', '999'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.1, 2001:db8::/129'],
    ['LOG_LEVEL', 'loud'],
    ['MRCY_PRICE_USD', '0'],
    ['MRCY_PRICE_USD', '-1'],
    ['MRCY_PRICE_USD', '1e3'],
    ['WITHDRAWAL_FEE_BPS', '10001'],
    ['TRADE_FEE_BPS', '1001'],
    ['TRADE_FEE_BPS', '0.25'],
    ['TRADE_SPREAD_BPS', '1001'],
    ['TRADE_SPREAD_BPS', '-50'],
    ['TRADE_ORDER_USD_MAX', '0.99'],
    ['TRADE_ORDER_USD_MAX', '1e4'],
    ['TRADE_DAY_USD_MAX', '0'],
    ['TRADE_DAY_USD_MAX', '100.001'],
    ['TRADE_EXPOSURE_USD_MAX', 'none'],
    ['TRADE_PRICE_JUMP_BPS', '10001'],
    ['ENCRYPTION_KEY', 'short'],
    ['HOUSE_QUOTES', 'yes'],
    ['MARKET_DATA_URL', 'prices'],
    ['MARKET_DATA_URL', 'https://prices.example.com/api?key=1'],
    ['MARKET_DATA_URL', 'https://me@prices.example.com/api'],
    ['MARKET_DATA_KEY', 'short'],
    ['MARKET_TICKER_URL', 'https://ticker.example.com/v2'],
    ['MARKET_TICKER_URL', 'wss://me@ticker.example.com/v2'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['CONTACT_EMAIL', 'nobody'],
    ['CONTACT_PHONE', 'call me'],
    ['CONTACT_ADDRESS', '1 Example Street\nExampleville'],
    ['SOCIAL_LINKS', 'https://x.com/mercury'],
    ['SOCIAL_LINKS', 'myspace=https://example.com'],
    ['SOCIAL_LINKS', 'x=http://x.com/mercury'],
    ['SOCIAL_LINKS', 'x=javascript:alert(1)'],
    ['SOCIAL_LINKS', 'x=https://x.com/one,x=https://x.com/other'],
  ])('refuses %s=%s in one line that names it', (name, text) => {
    const read = () => readConfig({ [name]: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`));
  });

  it.each([
    { CONSOLE_HOST: 'Wallet.example', PUBLIC_URL: 'https://wallet.example:8443' },
    { CONSOLE_HOST: 'https://console.example' },
    { CONSOLE_HOST: 'console.example:8443' },
    { CONSOLE_NETWORKS: '10.1.0.0/16, ' },
    { CONSOLE_NETWORKS: '0.0.0.0/0' },
    { CONSOLE_NETWORKS: '203.0.0.0/15' },
    { CONSOLE_NETWORKS: '10.0.0.0/7' },
    { CONSOLE_NETWORKS: '172.16.0.0/11' },
    { CONSOLE_NETWORKS: '172.32.0.0/12' },
    { CONSOLE_NETWORKS: 'fc00::/6' },
  ])('knows no console at %j', (environment) => {
    expect(() => readConfig(environment)).toThrow(/^CONSOLE_/);
  });

  it('lets private networks of the console be as wide as they are, and public ones no wider than /16', () => {
    const networks = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7,203.0.0.0/16';
    expect(readConfig({ CONSOLE_NETWORKS: networks }).consoleNetworks).toEqual(networks.split(','));
  });

  it('has terms of trade where none are set, and takes those that are', () => {
    const usd = (text: string) => parseAmount('USD', text);
    expect(readSettings({}).trade).toEqual({
      feeBps: 25,
      spreadBps: 50,
      orderUsdMax: usd('10000'),
      dayUsdMax: usd('50000'),
      exposureUsdMax: usd('250000'),
      priceJumpBps: 1_000,
    });
    const set = {
      TRADE_FEE_BPS: '0',
      TRADE_SPREAD_BPS: '1000',
      TRADE_ORDER_USD_MAX: '1.00',
      TRADE_DAY_USD_MAX: '2.5',
      TRADE_EXPOSURE_USD_MAX: '1000000000',
      TRADE_PRICE_JUMP_BPS: '10000',
    };
    expect(readSettings(set).trade).toEqual({
      feeBps: 0,
      spreadBps: 1_000,
      orderUsdMax: usd('1'),
      dayUsdMax: usd('2.50'),
      exposureUsdMax: usd('1000000000'),
      priceJumpBps: 10_000,
    });
  });

  it('reads social links in their order, however they are spaced', () => {
    const text = 'telegram=https://t.me/mercury, x=https://x.com/mercury?a=b';
    expect(readSettings({ SOCIAL_LINKS: text }).socialLinks).toEqual([
      { network: 'telegram', url: 'https://t.me/mercury' },
      { network: 'x', url: 'https://x.com/mercury?a=b' },
    ]);
  });

  it('knows where prices are asked for, and with which key', () => {
    const address = 'https://api.coingecko.com/api/v3';
    expect(readConfig({ MARKET_DATA_URL: address }).marketData).toEqual(readConfig({}).marketData);
    const own = 'https://prices.example.com/api/v3';
    expect(readConfig({ MARKET_DATA_URL: own }).marketData).toMatchObject({
      url: new URL(own),
      key: undefined,
    });
    expect(readConfig({ MARKET_DATA_KEY: 'CG-example' }).marketData).toMatchObject({
      url: new URL(address),
      key: 'CG-example',
    });
  });

  it('asks the public service for fewer charts than one that knows who asks', () => {
    const callsMax = (environment: Readonly<Record<string, string>>) =>
      readConfig(environment).marketData?.historyCallsPerMinuteMax;
    expect(callsMax({})).toBe(4);
    expect(callsMax({ MARKET_DATA_KEY: 'CG-example' })).toBe(12);
    expect(callsMax({ MARKET_DATA_URL: 'https://prices.example.com/api/v3' })).toBe(12);
  });

  it('asks nobody for prices where MARKET_DATA_URL is none, and takes no key or ticker beside it', () => {
    const none = { MARKET_DATA_URL: 'none' };
    expect(readConfig(none).marketData).toBeUndefined();
    for (const [name, text] of [
      ['MARKET_DATA_KEY', 'CG-example'],
      ['MARKET_TICKER_URL', 'wss://ticker.example.com/v2'],
    ] as const) {
      expect(() => readConfig({ ...none, [name]: text })).toThrow(name);
    }
  });

  it.each([
    [
      {},
      'Market prices come from https://api.coingecko.com/api/v3, and are pretended until the first answer',
    ],
    [
      { MARKET_DATA_URL: 'https://prices.example.com/v3', MARKET_TICKER_URL: 'wss://ticker.example.com/v2' },
      'Market prices come from https://prices.example.com/v3 and wss://ticker.example.com/v2, and are pretended until the first answer',
    ],
    [{ MARKET_DATA_URL: 'none' }, 'Market prices are pretended: MARKET_DATA_URL is none'],
  ])('says where prices come from with %o', (environment, line) => {
    expect(sourceOfPrices(readConfig(environment).marketData)).toBe(line);
  });

  it('listens to a ticker that nobody on the way can write for', () => {
    const beside = { MARKET_DATA_URL: 'https://api.coingecko.com/api/v3' };
    for (const url of ['wss://ws.kraken.com/v2', 'ws://127.0.0.1:9/v2']) {
      expect(readConfig({ ...beside, MARKET_TICKER_URL: url }).marketData?.tickerUrl).toEqual(new URL(url));
    }
    const unsealed = { ...beside, MARKET_TICKER_URL: 'ws://ticker.example.com/v2' };
    expect(() => readConfig(unsealed)).toThrow('MARKET_TICKER_URL');
  });

  it.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32, 192.0.2.7'])('trusts the proxies %s', (text) => {
    expect(readConfig({ TRUSTED_PROXIES: text }).trustedProxies).toEqual(text.split(', '));
  });
});
