import { getConfig } from '@mercury/contract/api/config.ts';
import { listMarkets } from '@mercury/contract/api/markets.ts';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { marketOf } from '../../test/order-book-samples.ts';
import { renderApp } from '../../test/render-app.tsx';
import { configOf, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { FeesPage } from './fees-page.tsx';

beforeEach(() => server.reply(listMarkets, { success: true, markets: [] }));

const networkFee = '2.500000';

function withNetworkFee() {
  const config = configOf();
  const assets = config.assets.map((asset) => (asset.code === 'USDT' ? { ...asset, networkFee } : asset));
  return { ...config, assets };
}

it('charges in its words and examples what the operator set', async () => {
  server.reply(getConfig, withNetworkFee());
  await renderApp(<FeesPage />);
  // 0.2 % of 100 dollars, with a spread of 0.1 %.
  await expect
    .element(page.getByText(/The fee is .\$0\.20.\. The other .\$99\.80. buys .* at least 0\.1% less/))
    .toBeVisible();
  // 1 % of 100 USDT, and the network fee.
  await expect
    .element(page.getByText(/The fee is .?3\.50?\sUSDT.?, and .?96\.50?\sUSDT.? arrives/))
    .toBeVisible();
  await expect.element(page.getByText('A withdrawal costs 1% of its amount', { exact: false })).toBeVisible();
  const rowOf = (name: RegExp) => page.getByRole('row', { name }).element().textContent;
  expect(rowOf(/Tether/)).toMatch(/2\.50\sUSDT/);
  expect(rowOf(/Bitcoin/)).toContain('None');
});

it('has the fees of the order books, once for the markets that take the same', async () => {
  server.reply(getConfig, configOf());
  const dear = { makerFeePpm: 1500, takerFeePpm: 2500 };
  const markets = [
    marketOf(),
    marketOf({ market: 'ETH-USD', ...dear }),
    marketOf({ market: 'SOL-USD', ...dear }),
  ];
  server.reply(listMarkets, { success: true, markets });
  await renderApp(<FeesPage />);
  await expect.element(page.getByText('ETH/USD, SOL/USD')).toBeVisible();
  await expect.element(page.getByText('Maker 0.15%, taker 0.25%')).toBeVisible();
  await expect.element(page.getByText('Maker 0.1%', { exact: false })).toBeVisible();
});

it('says nothing of order books where none runs', async () => {
  server.reply(getConfig, configOf());
  server.reply(listMarkets, { success: true, markets: [marketOf({ state: 'halted' })] });
  await renderApp(<FeesPage />);
  await expect.element(page.getByRole('heading', { name: 'Free of charge' })).toBeVisible();
  expect(page.getByRole('heading', { name: /Pro/ }).query()).toBeNull();
});

it('names the chain of a token, and says nothing twice where a coin has the name of its chain', async () => {
  server.reply(getConfig, configOf());
  await renderApp(<FeesPage />, { locale: 'fa' });
  const nameOf = (name: RegExp) => page.getByRole('rowheader', { name });
  await expect.element(nameOf(/تتر/)).toHaveTextContent('تترEthereum');
  await expect.element(nameOf(/بیت‌کوین/)).toHaveTextContent('بیت‌کوین');
  expect(nameOf(/بیت‌کوین/).element().textContent).not.toContain('Bitcoin');
});

it('leaves out what the rail can’t do', async () => {
  const config = configOf();
  server.reply(getConfig, {
    ...config,
    rail: { ...config.rail, canTopUp: false },
    assets: config.assets.map((asset) => Object.assign({}, asset, { canDeposit: false, canWithdraw: false })),
  });
  await renderApp(<FeesPage />);
  await expect.element(page.getByRole('heading', { name: 'Free of charge' })).toBeVisible();
  const names = page
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).not.toEqual(expect.arrayContaining(['Deposits']));
  expect(names).not.toEqual(expect.arrayContaining(['Top-ups']));
  expect(page.getByRole('table').elements()).toHaveLength(0);
});

it('says that the figures could not be loaded, and tries again', async () => {
  server.refuse(getConfig, 'Busy');
  await renderApp(<FeesPage />);
  await expect.element(page.getByText('Failed to load the fees')).toBeVisible();
  server.reply(getConfig, configOf());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Free of charge' })).toBeVisible();
});

it.each([
  ['asks a visitor to register', undefined, 'Create an account', '/register'],
  ['leads a signed-in person to their wallet instead', sara, 'Go to your wallet', '/dashboard'],
] as const)('%s', async (_, as, name, path) => {
  server.reply(getConfig, configOf());
  await renderApp(<FeesPage />, as === undefined ? {} : { as });
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', path);
  const invitations = page.getByRole('link', { name: /Create an account|Go to your wallet/ }).elements();
  expect(invitations).toHaveLength(1);
});
