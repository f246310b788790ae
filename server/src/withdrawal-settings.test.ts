import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { readSettings } from './settings/registry.ts';
import { networkFeeOf } from './withdrawal-settings.ts';

const refuse = (text: string) => () => readConfig({ WITHDRAWAL_NETWORK_FEES: text });

describe('network fees', () => {
  it('are none where nothing is set', () => {
    expect(readSettings({}).networkFees).toEqual({});
    expect(networkFeeOf(readSettings({}), 'BTC')).toBe(0n);
  });

  it('are read exactly, each in its own currency, however they are spaced', () => {
    const settings = readSettings({
      WITHDRAWAL_NETWORK_FEES: 'BTC=0.00000001, USDT=3 ,ETH=0.000000000000000001',
    });
    expect(settings.networkFees).toEqual({ BTC: 1n, USDT: 3_000_000n, ETH: 1n });
    expect(networkFeeOf(settings, 'USDT')).toBe(3_000_000n);
    expect(networkFeeOf(settings, 'LTC')).toBe(0n);
  });

  it.each([
    ['3', 'must be a list such as BTC=0.0001,USDT=3, not "3"'],
    ['BTC=0.0001,', 'must be a list such as BTC=0.0001,USDT=3, not ""'],
    ['BTC=', 'must be a list such as BTC=0.0001,USDT=3, not "BTC="'],
    ['BTC=0.0001;USDT=3', 'must have an amount above zero of at most 8 decimals: "BTC=0.0001;USDT=3"'],
    ['PEPE=3', 'names a currency that is not known: "PEPE=3"'],
    ['btc=0.0001', 'names a currency that is not known: "btc=0.0001"'],
    ['BTC=0.0001,USD=1', 'names a currency that has no network to pay: "USD=1"'],
    ['MRCY=1', 'names a currency that has no network to pay: "MRCY=1"'],
    ['BTC=0.000000001', 'must have an amount above zero of at most 8 decimals: "BTC=0.000000001"'],
    ['USDT=0', 'must have an amount above zero of at most 6 decimals: "USDT=0"'],
    ['USDT=-1', 'must have an amount above zero of at most 6 decimals: "USDT=-1"'],
    ['USDT=1e1', 'must have an amount above zero of at most 6 decimals: "USDT=1e1"'],
    ['USDT=3,USDT=4', 'names the same currency twice: "USDT=4"'],
  ])('set to %s are refused in one line that names what is wrong', (text, reason) => {
    expect(refuse(text)).toThrow(new ConfigError(`WITHDRAWAL_NETWORK_FEES ${reason}`));
  });
});

describe('what needs a second person', () => {
  it('is nothing where nothing is set', () => {
    expect(readSettings({}).payoutApproval).toEqual({ above: {}, dayAbove: {} });
  });

  it('is read exactly, alone and of a day, also in the own coin', () => {
    const settings = readSettings({
      PAYOUT_APPROVAL_ABOVE: 'BTC=0.5, USDT=10000',
      PAYOUT_APPROVAL_DAY_ABOVE: 'MRCY=7',
    });
    expect(settings.payoutApproval).toEqual({
      above: { BTC: 50_000_000n, USDT: 10_000_000_000n },
      dayAbove: { MRCY: 700_000_000n },
    });
  });

  it.each(['PAYOUT_APPROVAL_ABOVE', 'PAYOUT_APPROVAL_DAY_ABOVE'])(
    'in %s is refused if it is wrong',
    (name) => {
      expect(() => readConfig({ [name]: 'BTC=0' })).toThrow(
        new ConfigError(`${name} must have an amount above zero of at most 8 decimals: "BTC=0"`),
      );
      expect(() => readConfig({ [name]: 'USD=5' })).toThrow('has no network to pay');
    },
  );
});
