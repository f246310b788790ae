import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { describe, expect, it } from 'vitest';
import type { AssetOffer } from '../../api/config-query.ts';
import { firstOf, isEmpty, sourcesOf } from './sources.ts';

function walletOf(currency: AssetCode, availableBalance: string, canWithdraw = true): Wallet {
  return {
    id: currency,
    currency,
    symbol: currency,
    balance: availableBalance,
    availableBalance,
    pendingBalance: '0',
    usdValue: null,
    isUsdValueIndicative: false,
    canDeposit: true,
    canWithdraw,
  };
}

function offerOf(code: AssetCode): AssetOffer {
  return { code, name: code, canWithdraw: true, exampleAddress: `example of ${code}` } as AssetOffer;
}

const assets = [offerOf('MRCY'), offerOf('XRP')];
const wallets = [walletOf('MRCY', '0.00000000'), walletOf('XRP', '5.000000'), walletOf('TRX', '1.000000')];

describe('what can be withdrawn from', () => {
  it('is what is offered, with an example to try it with', () => {
    const sources = sourcesOf({ assets, wallets, isBookOnly: false });
    expect(sources.map(({ offer }) => offer.exampleAddress)).toEqual(['example of MRCY', 'example of XRP']);
    expect(sourcesOf({ assets, wallets: [walletOf('XRP', '5', false)], isBookOnly: false })).toEqual([]);
  });

  it('has no example where only addresses of the book count', () => {
    const sources = sourcesOf({ assets, wallets, isBookOnly: true });
    expect(sources.map(({ offer }) => offer.exampleAddress)).toEqual([null, null]);
  });

  it('begins with what was asked for, else with the first that there is something of', () => {
    const sources = sourcesOf({ assets, wallets, isBookOnly: false });
    expect(firstOf(sources, 'MRCY')?.wallet.currency).toBe('MRCY');
    expect(firstOf(sources, undefined)?.wallet.currency).toBe('XRP');
    expect(firstOf([], undefined)).toBeUndefined();
    expect(sources.map(isEmpty)).toEqual([true, false]);
  });
});
