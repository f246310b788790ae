import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readRequestLink } from '../../domain/request-link.ts';
import { button, expectFieldError, field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { transfer } from '@mercury/contract/api/wallets.ts';
import { RequestDialog } from './request-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const amount = () => field('Amount (optional)');
const request = () => page.getByRole('region', { name: 'Your request' });
const link = () => request().element().querySelector('bdi')?.textContent ?? '';

async function open(currency?: 'BTC') {
  serveAccount();
  await renderApp(<RequestDialog isOpen onClose={() => undefined} username="sara" currency={currency} />, {
    as: sara,
  });
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

it('begins anew with another currency: an amount belongs to one', async () => {
  await open();
  await amount().fill('12');
  await page.getByRole('combobox', { name: 'What to request' }).click();
  await page.getByRole('option', { name: /US Dollar/ }).click();
  await expect.element(amount()).toHaveValue('');
  expect(readRequestLink(link(), location.origin)).toEqual({ username: 'sara', currency: 'USD' });
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
