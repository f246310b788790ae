import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Route, Routes } from 'react-router';
import { readDialog } from '../domain/dialog-address.ts';
import { type MoneyRequest, requestPath } from '../domain/request-link.ts';
import { paths } from '../paths.ts';
import { renderApp } from '../test/render-app.tsx';
import { omid, sara } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { RequestRoute } from './request.tsx';

const asked: MoneyRequest = { username: 'sara', currency: 'BTC', amount: '0.25', note: 'Rent' };
const next = (name: string) => page.getByRole('link', { name });

async function open(path: string, options: Parameters<typeof renderApp>[1] = {}) {
  serveAccount();
  await renderApp(
    <Routes>
      <Route path={paths.request} element={<RequestRoute />} />
    </Routes>,
    { ...options, at: path },
  );
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
