import { limits } from '@mercury/contract/limits.ts';
import { expect, it } from 'vitest';
import { type MoneyRequest, readRequest, readRequestLink, requestPath, transferFor } from './request-link.ts';

const origin = 'https://mercury.example';
const read = (path: string) => readRequestLink(`${origin}${path}`, origin);

it.each<MoneyRequest>([
  { username: 'sara', currency: 'MRCY', amount: undefined, note: undefined },
  { username: 'Sara_7', currency: 'BTC', amount: '0.00000001', note: undefined },
  { username: 'sara', currency: 'USD', amount: '12.50', note: 'نان & tea? 50 % #1' },
])('reads back what it wrote: $currency $amount $note', (request) => {
  expect(read(requestPath(request))).toEqual(request);
  expect(transferFor(request)).toMatchObject({ kind: 'transfer', to: `@${request.username}` });
});

it.each([
  '/request/sara',
  '/request/sara?currency=',
  '/request/sara?currency=NONE&amount=1',
  '/request/sara?currency=USD&amount=0',
  '/request/sara?currency=USD&amount=-1',
  '/request/sara?currency=USD&amount=1e3',
  '/request/sara?currency=USD&amount=1,5',
  '/request/sara?currency=USD&amount=1.005',
  '/request/sara?currency=MRCY&amount=1.123456789',
  '/request/sara?currency=MRCY&note=left%E2%80%AEright',
  `/request/sara?currency=MRCY&note=${'x'.repeat(limits.noteLengthMax + 1)}`,
  '/request/no?currency=MRCY',
  '/request/sa%20ra?currency=MRCY',
  `/request/${'x'.repeat(limits.usernameLengthMax + 1)}?currency=MRCY`,
  '/request/sara/more?currency=MRCY',
  '/dashboard?currency=MRCY',
])('asks for nothing by %s', (path) => {
  expect(read(path)).toBeUndefined();
});

it('knows no link of another site, and no text that is none', () => {
  const path = requestPath({ username: 'sara', currency: 'MRCY' });
  expect(readRequestLink(` ${origin}${path}\n`, origin)?.username).toBe('sara');
  expect(readRequestLink(`https://mercury.example.evil${path}`, origin)).toBeUndefined();
  expect(readRequestLink(`http://mercury.example${path}`, origin)).toBeUndefined();
  expect(readRequestLink(path, origin)).toBeUndefined();
  expect(readRequestLink('@sara', origin)).toBeUndefined();
});

it('drops what nobody sees in a note', () => {
  const query = new URLSearchParams({ currency: 'MRCY', note: ' for\u200b lunch ' });
  expect(readRequest('sara', query)?.note).toBe('for lunch');
});
