import { listTransactions, type Transaction } from '@mercury/contract/api/transactions.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Route, Routes } from 'react-router';
import { readDialog } from '../domain/dialog-address.ts';
import { type MoneyRequest, requestPath } from '../domain/request-link.ts';
import { paths } from '../paths.ts';
import { renderApp } from '../test/render-app.tsx';
import { idOf, omid, sara, transactionOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { RequestRoute } from './request.tsx';

const asked: MoneyRequest = { username: 'sara', currency: 'BTC', amount: '0.25', note: 'Rent' };
const next = (name: string) => page.getByRole('link', { name });

function show(path: string, options: Parameters<typeof renderApp>[1] = {}) {
  return renderApp(
    <Routes>
      <Route path={paths.request} element={<RequestRoute />} />
    </Routes>,
    { ...options, at: path },
  );
}

async function open(path: string, options: Parameters<typeof renderApp>[1] = {}) {
  serveAccount();
  await show(path, options);
}

/** The dialog that a link opens, there or after the page that it leads over. */
function dialogOf(href: string | null) {
  const url = new URL(href ?? '', location.origin);
  const target = url.searchParams.get('next');
  return readDialog((target === null ? url : new URL(target, location.origin)).searchParams);
}

const transferOf = { kind: 'transfer', to: '@sara', currency: 'BTC', amount: '0.25', note: 'Rent' };

it('says who asks for what, and leads a visitor by the sign-in or a new account to the filled-in form', async () => {
  await open(requestPath(asked));
  await expect
    .element(page.getByRole('heading', { name: /@sara.* is requesting money from you/ }))
    .toBeVisible();
  await expect.element(page.getByText(/0\.25.BTC/)).toBeVisible();
  await expect.element(page.getByText('Rent')).toBeVisible();
  await expect.element(page.getByText(/Anyone can create a link like this/)).toBeVisible();
  for (const [name, path] of [
    ['Sign in to pay', paths.login],
    ['Create an account', paths.register],
  ] as const) {
    const href = next(name).element().getAttribute('href');
    expect(new URL(href ?? '', location.origin).pathname).toBe(path);
    expect(dialogOf(href)).toEqual(transferOf);
  }
});

it('leads who is signed in to the filled-in form, and no further', async () => {
  await open(requestPath(asked), { as: omid });
  await expect.element(next('Continue')).toBeVisible();
  expect(dialogOf(next('Continue').element().getAttribute('href'))).toEqual(transferOf);
});

it('leaves the amount to the payer where it names none', async () => {
  await open(requestPath({ username: 'sara', currency: 'BTC' }), { as: omid });
  await expect.element(page.getByText('Any amount of Bitcoin')).toBeVisible();
  await expect.element(next('Continue')).toBeVisible();
  expect(dialogOf(next('Continue').element().getAttribute('href'))).toEqual({
    kind: 'transfer',
    to: '@sara',
    currency: 'BTC',
  });
});

it('has nobody pay themselves', async () => {
  await open(requestPath({ ...asked, username: 'SARA' }), { as: sara });
  await expect.element(page.getByText(/This is your own request/)).toBeVisible();
  expect(next('Continue').query()).toBeNull();
});

it.each(['/request/sara', '/request/sara?currency=NONE', '/request/sara?currency=BTC&amount=many'])(
  'asks for nothing at %s',
  async (path) => {
    await open(path);
    await expect.element(page.getByText('This link is damaged')).toBeVisible();
    expect(page.getByRole('link', { name: 'Sign in to pay' }).query()).toBeNull();
  },
);

describe('a request that was paid', () => {
  const payment = transactionOf({
    id: idOf(77),
    currency: 'BTC',
    amount: '0.25000000',
    counterpartyUsername: 'Sara',
    note: 'Rent',
    date: '2026-03-01T10:00:00.000Z',
  });
  const pageOf = (transactions: Transaction[]) => ({
    success: true as const,
    transactions,
    total: transactions.length,
    nextCursor: null,
  });

  async function openPaidBy(transaction: Transaction, request = asked) {
    serveAccount();
    const held = server.hold(listTransactions, pageOf([transaction]));
    await show(requestPath(request), { as: omid });
    await expect.element(page.getByRole('heading', { name: /is requesting money/ })).toBeVisible();
    await expect.element(page.getByRole('status').getByText('Loading the request')).toBeInTheDocument();
    expect(next('Continue').query()).toBeNull();
    held.release();
  }

  it('says so, leads to the transaction, and can be paid again', async () => {
    await openPaidBy(payment);
    await expect.element(page.getByText(/You paid .*@sara.* .*0\.25.BTC.* on Mar 1, 2026/)).toBeVisible();
    expect(next('See the transaction').element().getAttribute('href')).toBe(
      `/dashboard/transactions?transaction=${payment.id}`,
    );
    expect(dialogOf(next('Pay again').element().getAttribute('href'))).toEqual(transferOf);
    expect(server.calls(listTransactions)[0]?.query).toMatchObject({ type: 'TRANSFER', currency: 'BTC' });
  });

  it('is paid by any amount where it names none', async () => {
    await openPaidBy(payment, { username: 'sara', currency: 'BTC', note: 'Rent' });
    await expect.element(next('Pay again')).toBeVisible();
  });

  it('is not paid by just any transfer where it names neither amount nor note', async () => {
    await openPaidBy(payment, { username: 'sara', currency: 'BTC' });
    await expect.element(next('Continue')).toBeVisible();
  });

  it.each([
    ['came in', { direction: 'in' }],
    ['was another amount', { amount: '0.26000000' }],
    ['had another note', { note: 'Rent of March' }],
    ['went to somebody else', { counterpartyUsername: 'mina' }],
    ['failed', { status: 'FAILED' }],
  ] as const)('is not paid by a transfer that %s', async (_why, other) => {
    await openPaidBy({ ...payment, ...other });
    await expect.element(next('Continue')).toBeVisible();
    expect(next('Pay again').query()).toBeNull();
  });

  it('can be paid where nobody knows', async () => {
    serveAccount();
    server.refuse(listTransactions, 'Busy', { message: 'Not now.' });
    await show(requestPath(asked), { as: omid });
    await expect.element(next('Continue')).toBeVisible();
  });
});
