import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { readDepositKeys, readSharedDepositAddresses } from './rail-settings.ts';

const btcpay = {
  BTCPAY_URL: 'https://pay.example.com',
  BTCPAY_API_KEY: 'an-api-key',
  BTCPAY_STORE_ID: 'AStore',
  BTCPAY_WEBHOOK_SECRET: 'a-webhook-secret',
} as const;

const problemOf = (environment: Record<string, string>): string | undefined => {
  try {
    readConfig(environment);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describe('money that is simulated, or real', () => {
  it.each([
    ['live', {}, undefined],
    ['live', { RAIL: 'sandbox' }, undefined],
    ['live', { RAIL: 'sandbox', ...btcpay }, undefined],
    ['live', { RAIL: 'btcpay', ...btcpay }, undefined],
    ['live', { RAIL: 'btcpay' }, 'BTCPAY_URL is needed where RAIL is btcpay'],
    ['simulated', {}, undefined],
    ['simulated', { RAIL: 'sandbox' }, undefined],
    ['simulated', { RAIL: 'sandbox', ...btcpay }, undefined],
    ['simulated', { RAIL: 'btcpay', ...btcpay }, 'MONEY_MODE must be live where RAIL is a real one'],
    ['simulated', { RAIL: 'btcpay' }, 'MONEY_MODE must be live where RAIL is a real one'],
  ] as const)('%s with %o: %s', (mode, rail, problem) => {
    expect(problemOf({ MONEY_MODE: mode, ...rail })).toBe(problem);
  });

  it('leaves only with a code where it is real', () => {
    const problem = 'WITHDRAWAL_CODE must be always where RAIL is a real one';
    expect(problemOf({ RAIL: 'btcpay', ...btcpay, WITHDRAWAL_CODE: 'never' })).toBe(problem);
    expect(problemOf({ RAIL: 'btcpay', ...btcpay, WITHDRAWAL_CODE: 'always' })).toBeUndefined();
    expect(problemOf({ RAIL: 'sandbox', WITHDRAWAL_CODE: 'never' })).toBeUndefined();
  });

  it('is live on the sandbox where nothing is set, and where what is set is empty', () => {
    expect(readConfig({})).toMatchObject({ moneyMode: 'live', rail: 'sandbox', btcpay: undefined });
    expect(readConfig({ MONEY_MODE: '', RAIL: '' })).toMatchObject({ moneyMode: 'live', rail: 'sandbox' });
  });

  it.each([
    [{ MONEY_MODE: 'pretend' }, 'MONEY_MODE must be live or simulated'],
    [{ RAIL: 'none' }, 'RAIL must be sandbox or btcpay'],
    [{ RAIL: 'BTCPAY', ...btcpay }, 'RAIL must be sandbox or btcpay'],
  ])('knows no %o', (environment, problem) => {
    expect(problemOf(environment)).toBe(problem);
  });
});

describe('BTCPay Server', () => {
  it('is known by its four settings where it is the rail, and not at all where it is not', () => {
    expect(readConfig({ RAIL: 'btcpay', ...btcpay }).btcpay).toEqual({
      url: new URL('https://pay.example.com'),
      apiKey: 'an-api-key',
      storeId: 'AStore',
      webhookSecret: 'a-webhook-secret',
    });
    expect(readConfig({ RAIL: 'sandbox', ...btcpay }).btcpay).toBeUndefined();
  });

  it.each(['BTCPAY_URL', 'BTCPAY_API_KEY', 'BTCPAY_STORE_ID', 'BTCPAY_WEBHOOK_SECRET'])(
    'is refused without %s, absent or empty',
    (name) => {
      const { [name]: _left, ...others } = { ...btcpay } as Record<string, string>;
      const problem = `${name} is needed where RAIL is btcpay`;
      expect(problemOf({ RAIL: 'btcpay', ...others })).toBe(problem);
      expect(problemOf({ RAIL: 'btcpay', ...btcpay, [name]: '' })).toBe(problem);
    },
  );

  it.each([
    ['BTCPAY_URL', 'http://127.0.0.1:23000/btcpay', undefined],
    ['BTCPAY_URL', 'pay.example.com', 'BTCPAY_URL is no URL that starts with http:// or https://'],
    ['BTCPAY_URL', 'ftp://example.com', 'BTCPAY_URL is no URL that starts with http:// or https://'],
    ['BTCPAY_API_KEY', 'k'.repeat(8), undefined],
    ['BTCPAY_API_KEY', 'k'.repeat(200), undefined],
    ['BTCPAY_API_KEY', 'k'.repeat(7), 'BTCPAY_API_KEY is no API key'],
    ['BTCPAY_API_KEY', 'k'.repeat(201), 'BTCPAY_API_KEY is no API key'],
    ['BTCPAY_API_KEY', 'two words', 'BTCPAY_API_KEY is no API key'],
    ['BTCPAY_STORE_ID', 's'.repeat(100), undefined],
    ['BTCPAY_STORE_ID', 's'.repeat(101), 'BTCPAY_STORE_ID is no store id'],
    ['BTCPAY_STORE_ID', '../other', 'BTCPAY_STORE_ID is no store id'],
    ['BTCPAY_WEBHOOK_SECRET', 's'.repeat(16), undefined],
    ['BTCPAY_WEBHOOK_SECRET', 's'.repeat(15), 'BTCPAY_WEBHOOK_SECRET must be 16 characters or more'],
  ])('with %s=%s: %s', (name, text, problem) => {
    expect(problemOf({ RAIL: 'btcpay', ...btcpay, [name]: text })).toBe(problem);
  });
});

describe('deposits', () => {
  const chains = [
    ['DEPOSIT_XPUB_BITCOIN', 'bitcoin'],
    ['DEPOSIT_XPUB_LITECOIN', 'litecoin'],
    ['DEPOSIT_XPUB_DOGECOIN', 'dogecoin'],
    ['DEPOSIT_XPUB_ETHEREUM', 'ethereum'],
    ['DEPOSIT_XPUB_BNB', 'bnb'],
    ['DEPOSIT_XPUB_TRON', 'tron'],
  ] as const;

  it.each(chains)('know %s as the key of %s', (name, chain) => {
    expect(readDepositKeys({ [name]: 'a key' })).toEqual({ [chain]: 'a key' });
  });

  it.each([
    ['DEPOSIT_ADDRESS_XRP', 'xrp'],
    ['DEPOSIT_ADDRESS_TON', 'ton'],
  ] as const)('know %s as the address that all share on %s', (name, chain) => {
    expect(readSharedDepositAddresses({ [name]: 'an address' })).toEqual({ [chain]: 'an address' });
    expect(readDepositKeys({ [name]: 'an address' })).toEqual({});
  });

  it.each([
    ['DEPOSIT_XPUB_BITCOIN', `zpub${'1'.repeat(100)}`, undefined],
    ['DEPOSIT_XPUB_BITCOIN', `xpub${'1'.repeat(120)}`, undefined],
    ['DEPOSIT_XPUB_BITCOIN', `xpub${'1'.repeat(99)}`, 'is no extended public key (xpub, ypub or zpub)'],
    ['DEPOSIT_XPUB_BITCOIN', `xpub${'1'.repeat(121)}`, 'is no extended public key (xpub, ypub or zpub)'],
    ['DEPOSIT_XPUB_BITCOIN', `xprv${'1'.repeat(107)}`, 'is no extended public key (xpub, ypub or zpub)'],
    ['DEPOSIT_ADDRESS_XRP', 'r'.repeat(20), undefined],
    ['DEPOSIT_ADDRESS_XRP', 'r'.repeat(100), undefined],
    ['DEPOSIT_ADDRESS_XRP', 'r'.repeat(19), 'is no address'],
    ['DEPOSIT_ADDRESS_XRP', 'r'.repeat(101), 'is no address'],
  ])('with %s=%s: %s', (name, text, reason) => {
    expect(problemOf({ [name]: text })).toBe(reason && `${name} ${reason}`);
  });
});
