import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readRequestLink } from '../../domain/request-link.ts';
import { button, expectFieldError, field } from '../../test/fields.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { transfer, type Wallet } from '@mercury/contract/api/wallets.ts';
import { RequestDialog } from './request-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const amount = () => field('Amount (optional)');
const request = () => page.getByRole('region', { name: 'Your request' });
const link = () => request().element().querySelector('bdi')?.textContent ?? '';

const currency = () => page.getByRole('combobox', { name: 'What to request' });

function show(asked?: 'BTC') {
  return renderApp(<RequestDialog isOpen onClose={() => undefined} username="sara" currency={asked} />);
}

async function open(asked?: 'BTC', wallets?: readonly Wallet[]) {
  serveAccount(wallets && { wallets });
  signIn(sara);
  return show(asked);
}

it('is a link that says who asks for what, while it is typed', async () => {
  await open('BTC');
  expect(readRequestLink(link(), location.origin)).toMatchObject({ username: 'sara', currency: 'BTC' });
  await amount().fill('0.25');
  await field('Note (optional)').fill('Rent & heating');
  expect(readRequestLink(link(), location.origin)).toEqual({
    username: 'sara',
    currency: 'BTC',
    amount: '0.25',
    note: 'Rent & heating',
  });
  await expect.element(page.getByRole('img', { name: 'QR code of your request' })).toBeVisible();
  expect(server.callCount(transfer)).toBe(0);
});

it('asks for no amount that nobody could send', async () => {
  await open();
  await amount().fill('0');
  await expectFieldError(amount(), 'Enter a valid amount');
  expect(request().query()).toBeNull();
  await amount().fill('0.00000001');
  await expect.element(request()).toBeVisible();
});

async function chooseDollars() {
  await currency().click();
  await page.getByRole('option', { name: /US Dollar/ }).click();
}

it('keeps the amount in another currency', async () => {
  await open('BTC');
  await amount().fill('12.5');
  await chooseDollars();
  await expect.element(amount()).toHaveValue('12.5');
  expect(readRequestLink(link(), location.origin)).toEqual({
    username: 'sara',
    currency: 'USD',
    amount: '12.5',
  });
});

it('drops an amount that cannot be typed in the other currency', async () => {
  await open('BTC');
  await amount().fill('0.125');
  await chooseDollars();
  await expect.element(amount()).toHaveValue('');
  expect(readRequestLink(link(), location.origin)).toEqual({ username: 'sara', currency: 'USD' });
});

it('is there after a reload', async () => {
  const { unmount } = await open('BTC');
  await chooseDollars();
  await amount().fill('12.5');
  await field('Note (optional)').fill('Rent');
  await unmount();
  await show('BTC');
  await expect.element(currency()).toMatchTextContent(/USD$/);
  await expect.element(amount()).toHaveValue('12.5');
  await expect.element(field('Note (optional)')).toHaveValue('Rent');
});

it('begins with what the person has most of, and with the product’s own coin where there is nothing', async () => {
  const { unmount } = await open();
  await expect.element(currency()).toMatchTextContent(/MRCY$/);
  await unmount();
  await open(undefined, [walletOf({ balance: '0' }), walletOf({ currency: 'USD', balance: '5.00' })]);
  await expect.element(currency()).toMatchTextContent(/USD$/);
});

it('is copied, and shared where the browser can', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  try {
    await open();
    await button('Copy link').click();
    expect(write).toHaveBeenCalledExactlyOnceWith(link());
    await button('Share').click();
    expect(share.mock.calls[0]?.[0]).toEqual({ title: '@sara is requesting money', url: link() });
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
});
