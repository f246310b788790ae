import type { Notice } from '@mercury/contract/api/notices.ts';
import { expect, it } from 'vitest';
import { arrivalsSince, knownAfter } from './arrivals.ts';

/** Its name is its time as well. */
function received(id: string, changes: Partial<Pick<Notice, 'isRead' | 'createdAt'>> = {}): Notice {
  return {
    id,
    kind: 'deposit_credited',
    transactionId: id,
    currency: 'BTC',
    amount: '1',
    isRead: false,
    createdAt: id,
    ...changes,
  };
}

const listOf = (...ids: readonly string[]) => ids.map((id) => received(id));
const idsSince = (known: readonly Notice[], notices: readonly Notice[]) =>
  arrivalsSince(knownAfter(undefined, known), notices).map(({ id }) => id);

it('tells nothing of what was there when somebody first looked', () => {
  expect(arrivalsSince(undefined, listOf('b', 'a'))).toEqual([]);
});

it('tells what was not known yet, the oldest first', () => {
  expect(idsSince(listOf('b', 'a'), listOf('d', 'c', 'b', 'a'))).toEqual(['c', 'd']);
  expect(idsSince([], listOf('a'))).toEqual(['a']);
});

it('tells of two at the same moment', () => {
  const [one, other] = [received('x', { createdAt: 'b' }), received('b')];
  expect(idsSince([other], [one, other])).toEqual(['x']);
});

it('tells nothing of what was read elsewhere meanwhile', () => {
  expect(idsSince(listOf('a'), [received('b', { isRead: true }), ...listOf('a')])).toEqual([]);
});

it('tells nothing of what a choice brought back into the list', () => {
  const known = knownAfter(knownAfter(undefined, listOf('c')), listOf('a'));
  expect(arrivalsSince(known, listOf('b', 'a'))).toEqual([]);
});

it('tells the latest three of many', () => {
  expect(idsSince(listOf('a'), listOf('f', 'e', 'd', 'c', 'b', 'a'))).toEqual(['d', 'e', 'f']);
});

it('tells of trades and of security only what the person did not do here', () => {
  const anyNotice = { isRead: false, createdAt: 'b' };
  const trade = {
    ...anyNotice,
    kind: 'trade_done',
    transactionId: 'b',
    type: 'BUY',
    fromCurrency: 'USD',
    fromAmount: '1',
    toCurrency: 'BTC',
    toAmount: '1',
    tradeCount: 1,
  } as const;
  const security = { ...anyNotice, kind: 'security', actor: 'person' } as const;
  const notices: readonly Notice[] = [
    { ...trade, id: 'trade', isRecurring: false },
    { ...trade, id: 'recurring', isRecurring: true },
    { ...security, id: 'own', event: 'two_factor_enabled' },
    { ...security, id: 'new device', event: 'signed_in_on_new_device' },
    { ...security, id: 'frozen', event: 'account_frozen', actor: 'link' },
    {
      ...anyNotice,
      kind: 'withdrawal_cancelled',
      id: 'own',
      transactionId: 'b',
      currency: 'BTC',
      amount: '1',
    },
  ];
  expect(idsSince(listOf('a'), notices)).toEqual(['recurring', 'new device', 'frozen']);
});
