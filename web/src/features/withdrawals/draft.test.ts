import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { describe, expect, it } from 'vitest';
import type { AssetOffer } from '../../domain/config-query.ts';
import {
  amountProblem,
  destinationProblem,
  firstOf,
  isEmpty,
  isMemoValid,
  isSaidWhileTyping,
  mostOf,
  quoteWithdrawal,
  sourcesOf,
  type WithdrawalTerms,
} from './draft.ts';

const terms: WithdrawalTerms = {
  currency: 'MRCY',
  availableBalance: '100',
  minimum: '1',
  feeBps: 50,
  networkFee: '0',
};

it('takes all that is available and the least that is allowed, and not a unit beyond', () => {
  expect(amountProblem('100.00000000', terms)).toBeUndefined();
  expect(amountProblem('100.00000001', terms)).toBe('insufficientBalance');
  expect(amountProblem('1', terms)).toBeUndefined();
  expect(amountProblem('0.99999999', terms)).toBe('belowMinimum');
});

it('offers all that can leave: of dollars whole cents', () => {
  expect(mostOf(terms)).toBe('100.00000000');
  expect(mostOf({ ...terms, currency: 'USD', availableBalance: '10.009999' })).toBe('10.00');
});

it.each(['', '0', '0.00000000', '-1', 'x'])('asks for a valid amount in place of %j', (amountText) => {
  expect(amountProblem(amountText, terms)).toBe('enterValidAmount');
});

it('tells of a balance that is too low before it tells of the minimum', () => {
  expect(amountProblem('0.5', { ...terms, availableBalance: '0' })).toBe('insufficientBalance');
});

it('takes the fee out of the amount, rounded up in the smallest unit', () => {
  expect(quoteWithdrawal('10', terms)).toEqual({
    amount: '10.00000000',
    shareFee: '0.05000000',
    networkFee: undefined,
    fee: '0.05000000',
    arrives: '9.95000000',
    remaining: '90.00000000',
  });
  // 0.5% of 0.00000001 is less than a unit, which can't be paid out.
  expect(quoteWithdrawal('1.00000001', terms)).toMatchObject({ fee: '0.00500001', arrives: '0.99500000' });
});

it('takes the network fee out of it too, and lets nothing arrive where both take it all', () => {
  const dear = { ...terms, networkFee: '3' };
  expect(quoteWithdrawal('10', dear)).toMatchObject({
    shareFee: '0.05000000',
    networkFee: '3.00000000',
    fee: '3.05000000',
    arrives: '6.95000000',
  });
  expect(quoteWithdrawal('3', dear)).toMatchObject({ fee: '3.01500000', arrives: '0.00000000' });
});

it('leaves no balance where there is not enough, and quotes nothing as nothing', () => {
  expect(quoteWithdrawal('100', terms).remaining).toBe('0.00000000');
  expect(quoteWithdrawal('100.00000001', terms).remaining).toBeUndefined();
  expect(quoteWithdrawal('', terms)).toMatchObject({ amount: '0.00000000', arrives: '0.00000000' });
});

it('wants a destination of characters that an address can have', () => {
  const problemOf = (address: string) => destinationProblem(address, 'bitcoin')?.kind;
  expect(problemOf('  ')).toBe('required');
  expect(problemOf(' bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 ')).toBeUndefined();
  expect(problemOf('نشانی')).toBe('invalidCharacters');
  expect(problemOf('two words')).toBe('invalidCharacters');
  expect(problemOf('x'.repeat(129))).toBe('invalidCharacters');
});

it('wants a destination of the chain that the money goes over', () => {
  const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(destinationProblem(ether, 'ethereum')).toBeUndefined();
  expect(destinationProblem(ether, 'bitcoin')).toEqual({ kind: 'otherChain', chain: 'ethereum' });
  expect(destinationProblem(ether, null)).toBeUndefined();
});

it('tells nobody off who is still typing', () => {
  expect(isSaidWhileTyping({ kind: 'required' })).toBe(false);
  expect(isSaidWhileTyping({ kind: 'incomplete' })).toBe(false);
  expect(isSaidWhileTyping({ kind: 'mistyped' })).toBe(true);
  expect(isSaidWhileTyping({ kind: 'otherChain', chain: 'ton' })).toBe(true);
});

it('takes a tag of 32 bits, a memo of plain text, and none of either', () => {
  expect(isMemoValid('', 'tag')).toBe(true);
  expect(isMemoValid('4294967295', 'tag')).toBe(true);
  expect(isMemoValid('4294967296', 'tag')).toBe(false);
  expect(isMemoValid('12a', 'tag')).toBe(false);
  expect(isMemoValid('order 12a', 'memo')).toBe(true);
  expect(isMemoValid('x'.repeat(121), 'memo')).toBe(false);
});

function walletOf(currency: AssetCode, availableBalance: string, canWithdraw = true): Wallet {
  return {
    id: currency,
    currency,
    symbol: currency,
    balance: availableBalance,
    availableBalance,
    inOrders: '0',
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
