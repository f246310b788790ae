import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import type { DialogAddress } from '../../domain/dialog-address.ts';
import { renderApp } from '../../test/render-app.tsx';
import { configOf, sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { MoneyWaysDialog } from './money-ways.tsx';

const dollars = walletOf({ currency: 'USD', balance: '5.00' });
const convert = () => page.getByRole('link', { name: 'Buy USDT with dollars' });

type Account = Parameters<typeof serveAccount>[0];

async function open(kind: 'add-money' | 'send', currency?: 'BTC' | 'USD' | 'MRCY', account: Account = {}) {
  serveAccount({ wallets: [walletOf()], ...account });
  const onChoose = vi.fn<(dialog: DialogAddress) => void>();
  await renderApp(
    <MoneyWaysDialog kind={kind} isOpen onClose={() => undefined} currency={currency} onChoose={onChoose} />,
    {
      as: sara,
    },
  );
  return onChoose;
}

describe('adding money', () => {
  it.each([
    [undefined, /^Top up/, { kind: 'top-up' }],
    ['MRCY', /^Top up/, { kind: 'top-up' }],
    ['USD', /^Top up/, { kind: 'top-up', credit: 'USD' }],
    ['BTC', /^Top up.*buy BTC/, { kind: 'top-up', credit: 'USD' }],
    [undefined, /^Deposit/, { kind: 'deposit' }],
    ['BTC', /^Deposit/, { kind: 'deposit', currency: 'BTC' }],
    [undefined, /^Request money/, { kind: 'request' }],
    ['USD', /^Request money/, { kind: 'request', currency: 'USD' }],
  ] as const)('of %s leads by %s to what it says', async (currency, name, dialog) => {
    const onChoose = await open('add-money', currency);
    await page.getByRole('button', { name }).click();
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(dialog);
  });

  it('offers no deposit of what can’t be deposited', async () => {
    await open('add-money', 'USD');
    await expect.element(page.getByRole('button', { name: /^Request money/ })).toBeVisible();
    await expect.poll(() => page.getByRole('button', { name: /^Deposit/ }).query()).toBeNull();
  });

  it('offers nothing that the rail can’t do', async () => {
    const { rail, assets } = configOf();
    const config = {
      rail: { ...rail, canTopUp: false },
      assets: assets.map((asset) => Object.assign({}, asset, { canDeposit: false })),
    };
    await open('add-money', undefined, { config });
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(1);
    await expect.element(page.getByRole('listitem')).toMatchTextContent(/^Request money/);
  });
});

describe('sending', () => {
  it.each([
    [undefined, /^Transfer/, { kind: 'transfer' }],
    ['BTC', /^Transfer/, { kind: 'transfer', currency: 'BTC' }],
    ['BTC', /^Withdraw/, { kind: 'withdraw', currency: 'BTC' }],
  ] as const)('of %s leads by %s to what it says', async (currency, name, dialog) => {
    const onChoose = await open('send', currency);
    await page.getByRole('button', { name }).click();
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(dialog);
  });

  it('of dollars has no withdrawal, and says how they leave', async () => {
    await open('send', 'USD');
    await expect.element(convert()).toHaveAttribute('href', '/dashboard/trade?type=BUY&from=USD&to=USDT');
    expect(page.getByRole('button', { name: /^Withdraw/ }).query()).toBeNull();
  });

  it('of dollars leads to a purchase of a coin that leaves here', async () => {
    const assets = configOf().assets.map((asset) =>
      Object.assign({}, asset, { canWithdraw: asset.code === 'BTC' }),
    );
    await open('send', 'USD', { config: { assets } });
    await expect
      .element(page.getByRole('link', { name: 'Buy BTC with dollars' }))
      .toHaveAttribute('href', '/dashboard/trade?type=BUY&from=USD&to=BTC');
  });

  it('says how dollars leave to whoever has some, and to nobody else', async () => {
    await open('send', undefined, { wallets: [walletOf(), dollars] });
    await expect.element(convert()).toBeVisible();
  });

  it('does not speak of dollars to whoever has none', async () => {
    await open('send');
    await expect.element(page.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    expect(convert().query()).toBeNull();
  });

  it('speaks of no way out of dollars where nothing is paid out', async () => {
    const assets = configOf().assets.map((asset) => Object.assign({}, asset, { canWithdraw: false }));
    await open('send', 'USD', { wallets: [walletOf(), dollars], config: { assets } });
    await expect.element(page.getByRole('button', { name: /^Transfer/ })).toBeVisible();
    await expect.poll(() => page.getByRole('button', { name: /^Withdraw/ }).query()).toBeNull();
    expect(convert().query()).toBeNull();
  });
});
