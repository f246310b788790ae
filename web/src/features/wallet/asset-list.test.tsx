import { getMarketCoin, listMarketCoins, type MarketCoin } from '@mercury/contract/api/market.ts';
import { getConfig } from '@mercury/contract/api/config.ts';
import { getBalance } from '@mercury/contract/api/wallets.ts';
import { type Asset, assetOf, loadAssets } from '@mercury/contract/money/asset.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { connection } from '../../connection.ts';
import type { AssetOffer } from '../../domain/config-query.ts';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { button } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { balanceOf, configOf, sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
// Fetched when it is first pressed: here before the test, whose patience is not for that.
import './asset-menu.tsx';
import { AssetList, byValue } from './asset-list.tsx';

const bitcoin = walletOf({ currency: 'BTC', balance: '1.00000000', usdValue: '60000.00' });
const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const item = (name: string) => page.getByRole('menuitem', { name });
const menuOf = (name: string) => button(`Trade, transfer, deposit, or withdraw ${name}`);

beforeEach(() => serveAccount({ wallets: [walletOf(), bitcoin] }));

async function open() {
  const heard = { onDeposit: listener(), onWithdraw: listener(), onTransfer: listener() };
  await renderApp(<AssetList {...heard} />, { as: sara });
  return heard;
}

describe('the assets', () => {
  it('say what there is of each, and what it is worth where that is known', async () => {
    await open();
    await expect.element(rowOf('Bitcoin')).toMatchTextContent(/1\.00.BTC.*≈ .*60,000\.00.USD/);
    await expect.element(rowOf('Bitcoin')).not.toMatchTextContent(/Estimated|On hold|On its way/);
    await expect.element(rowOf('10.00').first()).not.toMatchTextContent('≈');
  });

  it('name no worth of a dollar beside the dollar', async () => {
    serveAccount({ wallets: [walletOf({ currency: 'USD', balance: '5.00', usdValue: '5.00' })] });
    await open();
    await expect.element(rowOf('US Dollar')).toMatchTextContent(/5\.00.USD/);
    await expect.element(rowOf('US Dollar')).not.toMatchTextContent('≈');
  });

  it('mark a worth that no market’s price made', async () => {
    serveAccount({ wallets: [{ ...bitcoin, isUsdValueIndicative: true }] });
    await open();
    await expect.element(rowOf('Bitcoin')).toMatchTextContent('Estimated');
  });

  it('say what of it is held, and what is on its way', async () => {
    serveAccount({ wallets: [{ ...bitcoin, availableBalance: '0.75000000', pendingBalance: '0.10000000' }] });
    await open();
    await expect.element(rowOf('Bitcoin')).toMatchTextContent(/Available.*0\.75.BTC/);
    await expect.element(rowOf('Bitcoin')).toMatchTextContent(/On hold.*0\.25.BTC/);
    await expect.element(rowOf('Bitcoin')).toMatchTextContent(/On its way.*0\.10.BTC/);
  });

  it('ask no market where nothing has a market’s price', async () => {
    serveAccount({ wallets: [walletOf(), walletOf({ currency: 'USD', balance: '5.00' })] });
    await open();
    await expect.element(page.getByText(/a fixed price set by Mercury/)).toBeVisible();
    expect(server.callCount(listMarketCoins)).toBe(0);
  });

  it('say where the market’s prices come from where something has one', async () => {
    await open();
    await expect.element(page.getByText(/a fixed price set by Mercury/)).toBeVisible();
    await expect.poll(() => server.callCount(listMarketCoins)).toBeGreaterThan(0);
    await expect.element(page.getByText(/^Market prices · /)).toBeVisible();
  });

  it('that can’t be loaded say so, and can be asked for again', async () => {
    server.refuse(getBalance, 'RateLimitExceeded', { message: 'Too often.' });
    await open();
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to load assets.*Too often\./);
    server.reply(getBalance, balanceOf(walletOf(), bitcoin));
    await button('Try again').click();
    await expect.element(rowOf('Bitcoin')).toBeVisible();
  });
});

describe('a row', () => {
  const linkOf = (name: string) => page.getByRole('link', { name, exact: true });
  const litecoin: MarketCoin = {
    id: 'litecoin',
    name: 'Litecoin',
    symbol: 'LTC',
    currentPrice: '81.5',
    change24h: '-1.234',
    image: '/coins/ltc.svg',
    week: [],
  };
  const origin = { success: true, source: 'live', asOf: '2026-03-01T10:00:00.000Z', isStale: false } as const;

  it('leads to the page of its coin, and to trading what no market has', async () => {
    await open();
    await expect.element(linkOf('Bitcoin')).toHaveAttribute('href', '/market/bitcoin');
    await expect.element(linkOf('Mercury')).toHaveAttribute('href', '/dashboard/trade?from=MRCY');
  });

  it('can be pressed anywhere, and what can be pressed besides stands in no link', async () => {
    await open();
    await expect.element(linkOf('Bitcoin')).toBeVisible();
    const row = rowOf('Bitcoin').element().getBoundingClientRect();
    const hit = document.elementFromPoint(row.left + row.width / 2, row.bottom - 4);
    expect(hit?.closest('a')?.getAttribute('href')).toBe('/market/bitcoin');
    const menu = menuOf('Bitcoin').element();
    expect(menu.closest('a')).toBeNull();
    const { left, top, width, height } = menu.getBoundingClientRect();
    expect(menu.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true);
  });

  it('says the price and its change of 24 hours, of the own coin the firm price', async () => {
    server.reply(listMarketCoins, {
      ...origin,
      coins: [{ ...litecoin, id: 'bitcoin', symbol: 'BTC', currentPrice: '60000', change24h: '2.5' }],
    });
    await open();
    await expect.element(rowOf('Bitcoin')).toMatchTextContent(/\$60,000\.00.*\+2\.50%.*in 24 hours/);
    await expect.element(rowOf('Mercury').first()).toMatchTextContent('$0.50');
    await expect.element(rowOf('Mercury').first()).not.toMatchTextContent('%');
  });

  it('asks for a coin by itself that is none of the largest', async () => {
    serveAccount({ wallets: [walletOf(), walletOf({ currency: 'LTC', balance: '2.00000000' }), bitcoin] });
    server.reply(getMarketCoin, { ...origin, coin: litecoin });
    await open();
    await expect.element(rowOf('Litecoin')).toMatchTextContent(/\$81\.50.*\u22121\.23%/);
    expect(server.calls(getMarketCoin).map(({ params }) => params['id'])).toEqual(['litecoin']);
  });

  it('has an amount of four decimals, which is no part of the link where it hides some', async () => {
    serveAccount({ wallets: [walletOf(), walletOf({ currency: 'BTC', balance: '1.23456789' })] });
    const heard = await open();
    const amount = page.getByRole('button', { name: /1\.23456789/ });
    await expect.element(amount).toMatchTextContent(/^1\.2345.BTC/);
    await amount.click();
    await expect.element(amount).toMatchTextContent(/^1\.23456789.BTC$/);
    expect(heard.onDeposit).not.toHaveBeenCalled();
  });
});

it('the card is as high while it loads', async () => {
  const height = () => document.querySelector('section')?.getBoundingClientRect().height;
  const held = server.hold(
    getBalance,
    balanceOf(walletOf({ balance: '438.59649122', usdValue: '250.00', isUsdValueIndicative: true })),
  );
  await open();
  await expect.element(page.getByText('Loading assets')).toBeInTheDocument();
  const before = height();
  held.release();
  await expect.element(rowOf('Mercury').first()).toMatchTextContent('$0.50');
  await expect.element(page.getByText(/a fixed price set by Mercury/)).toBeVisible();
  expect(height()).toBe(before);
});

it('the rows stand in the order of their value, those without one last', () => {
  const wallet = (currency: string, usdValue: string | null) => ({ currency, usdValue });
  const ordered = byValue([
    wallet('MRCY', '57.00'),
    wallet('USD', null),
    wallet('BTC', '60000.00'),
    wallet('ETH', '0.00'),
    wallet('SOL', '57.00'),
    wallet('XRP', '100.00'),
  ]);
  expect(ordered.map(({ currency }) => currency)).toEqual(['BTC', 'XRP', 'MRCY', 'SOL', 'ETH', 'USD']);
});

describe('an asset that the build knows nothing of', () => {
  const code = 'GOLD' as unknown as Asset['code'];
  const gold: AssetOffer = {
    ...assetOf('USD'),
    code,
    name: 'Gold Coin',
    names: { fa: 'سکهٔ طلا' },
    decimals: 4,
    shownDecimals: 4,
    priceUsd: '65.2',
    isTransferable: true,
    icon: null,
    network: null,
    canTopUpWith: false,
    canDeposit: false,
    canWithdraw: false,
    memoKind: null,
    exampleAddress: null,
  };
  const wallet = walletOf({ currency: code, balance: '2.5', usdValue: '163.00' });
  const wallets = [walletOf(), { ...wallet, canDeposit: false, canWithdraw: false }];
  const list = <AssetList onDeposit={listener()} onWithdraw={listener()} onTransfer={listener()} />;
  const withGold = configOf({ assets: [...configOf().assets, gold] });

  function serve(): void {
    loadAssets(withGold.assets);
    serveAccount({ wallets, config: withGold });
  }

  it('stands there by its code, and by its name once the list of assets has come', async () => {
    serveAccount();
    signIn(sara);
    // The server knows it, and this page, which checks what the stand-in answers, does not yet.
    queryClient.setQueryData(walletsQuery.queryKey, balanceOf(...wallets));
    const config = server.hold(getConfig, withGold);
    await renderApp(list);
    await expect.element(rowOf('GOLD')).toMatchTextContent(/GOLD.*2\.50.GOLD.*163\.00.USD/);
    config.release();
    await expect.element(rowOf('Gold Coin')).toMatchTextContent(/2\.50.GOLD/);
  });

  it('is called what the reader’s language calls it', async () => {
    serve();
    await renderApp(list, { as: sara, locale: 'fa' });
    await expect.element(rowOf('سکهٔ طلا')).toBeVisible();
  });

  it('is sent from its menu where it moves between accounts, and neither taken in nor paid out', async () => {
    serve();
    const heard = await open();
    await menuOf('Gold Coin').click();
    expect(item('Deposit').query()).toBeNull();
    await item('Transfer').click();
    expect(heard.onTransfer.mock.calls).toEqual([['GOLD']]);
  });
});

describe('the menu of an asset', () => {
  it('opens at its first press, and leads to trading from it', async () => {
    await open();
    await menuOf('Bitcoin').click();
    await expect.element(item('Trade')).toHaveAttribute('href', '/dashboard/trade?from=BTC');
  });

  it('deposits and withdraws this very one', async () => {
    const heard = await open();
    await menuOf('Bitcoin').click();
    await item('Deposit').click();
    expect(heard.onDeposit.mock.calls).toEqual([['BTC']]);
    await menuOf('Bitcoin').click();
    await item('Withdraw').click();
    expect(heard.onWithdraw.mock.calls).toEqual([['BTC']]);
  });

  it('is left by Escape with nothing done, and the focus is back at its button', async () => {
    const heard = await open();
    await menuOf('Bitcoin').click();
    await expect.element(item('Deposit')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(item('Deposit')).not.toBeInTheDocument();
    await expect.element(menuOf('Bitcoin')).toHaveFocus();
    expect(heard.onDeposit).not.toHaveBeenCalled();
  });

  it.each([
    [{ canDeposit: false }, 'Withdraw', 'Deposit'],
    [{ canWithdraw: false }, 'Deposit', 'Withdraw'],
  ])('with %o offers %s, and not %s', async (can, offered, missing) => {
    serveAccount({ wallets: [{ ...bitcoin, ...can }] });
    await open();
    await menuOf('Bitcoin').click();
    await expect.element(item(offered)).toBeVisible();
    expect(item(missing).query()).toBeNull();
  });

  it('moves no money without a connection, and says why', async () => {
    await open();
    await expect.element(menuOf('Bitcoin')).toBeVisible();
    server.setAway(true);
    connection.reportSilence();
    await menuOf('Bitcoin').click();
    await expect.element(item('Deposit')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(item('Withdraw')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText(/Mercury can’t be reached/)).toBeVisible();
  });
});
