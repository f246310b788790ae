import { expect, it } from 'vitest';
import { type DialogAddress, dialogPath, readDialog, searchWithDialog } from './dialog-address.ts';

const dialogs: DialogAddress[] = [
  { kind: 'add-money' },
  { kind: 'send', currency: 'BTC' },
  { kind: 'top-up', credit: 'USD' },
  { kind: 'deposit', currency: 'ETH' },
  { kind: 'withdraw' },
  { kind: 'withdrawal-code', transaction: '0190a1b2-0000-7000-8000-000000000001' },
  { kind: 'transfer', to: '@mina', currency: 'USDT', amount: '12.50', note: 'for lunch & tea' },
  { kind: 'request', currency: 'MRCY' },
];

it.each(dialogs)('reads $kind back from the address that it wrote', (dialog) => {
  expect(readDialog(new URLSearchParams(searchWithDialog(new URLSearchParams(), dialog)))).toEqual(dialog);
});

it('leaves the query of the page below as it is', () => {
  const page = new URLSearchParams('from=USD&to=BTC&currency=ETH');
  const above = searchWithDialog(page, { kind: 'transfer', currency: 'BTC', to: '@mina' });
  expect(new URLSearchParams(above).get('to')).toBe('BTC');
  expect(readDialog(new URLSearchParams(above))).toEqual({ kind: 'transfer', currency: 'BTC', to: '@mina' });
  expect(searchWithDialog(new URLSearchParams(above), undefined)).toBe(`?${page.toString()}`);
  expect(searchWithDialog(new URLSearchParams(above), { kind: 'deposit' })).toBe(
    '?from=USD&to=BTC&currency=ETH&dialog=deposit',
  );
});

it.each([
  '',
  'dialog=',
  'dialog=nothing',
  'dialog=deposit&dialog-currency=NONE',
  'dialog=withdrawal-code&dialog-transaction=1',
])('opens nothing for %j', (query) => {
  expect(readDialog(new URLSearchParams(query))).toBeUndefined();
});

it('makes a link to a page with a dialog above it', () => {
  expect(dialogPath('/dashboard', { kind: 'deposit', currency: 'BTC' })).toBe(
    '/dashboard?dialog=deposit&dialog-currency=BTC',
  );
});
