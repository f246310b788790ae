import { expect, it } from 'vitest';
import { keyScopes, type Endpoint } from './endpoint.ts';
import { eventStream } from './events.ts';
import { endpoints } from './index.ts';

const all = Object.entries<Endpoint>({ ...endpoints, eventStream });

it('opens to keys what is named here, and nothing else', () => {
  const opened = keyScopes.map((scope) => [
    scope,
    all.flatMap(([name, { keyScope }]) => (keyScope === scope ? [name] : [])).toSorted(),
  ]);
  expect(Object.fromEntries(opened)).toEqual({
    read: [
      'exportTransactions',
      'getBalance',
      'getLimits',
      'getOrder',
      'getPortfolio',
      'getStatement',
      'getTradingFees',
      'getTransaction',
      'listFills',
      'listOrders',
      'listTransactions',
    ],
    trade: [
      'acceptQuote',
      'amendOrder',
      'cancelAllOrders',
      'cancelOrder',
      'cancelOrdersAfter',
      'createQuote',
      'placeOrder',
    ],
    withdraw: ['cancelWithdrawal', 'listWithdrawalAddresses', 'withdraw'],
  });
});

it('asks a key for no proof, which it could not show, and for no scope where anyone may call', () => {
  const opened = all.filter(([, { keyScope }]) => keyScope !== undefined);
  expect(opened.filter(([, { needsProof, caller }]) => needsProof || caller !== 'verified')).toEqual([]);
});
