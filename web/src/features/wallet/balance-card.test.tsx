import { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import { getBalance } from '@mercury/contract/api/wallets.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { balanceOf, configOf, portfolioOf, sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { BalanceCard } from './balance-card.tsx';

const wallet = walletOf({ balance: '438.59649122', usdValue: '250.00' });
const bitcoin = walletOf({ currency: 'BTC', balance: '1.00000000', usdValue: '60000.00' });
const gain = { usd: '12.34', percent: '2.10', course: ['0.00', '-1.00', '12.34'] };

const card = () => page.getByRole('region', { name: 'Balance' });
const total = () => page.getByTestId('total');
const balance = () => page.getByTestId('balance');
const change = () => page.getByTestId('day-change');

beforeEach(() => serveAccount({ wallets: [wallet, bitcoin] }));

async function open(offered: Partial<Parameters<typeof BalanceCard>[0]> = {}) {
  const heard = {
    onAddMoney: listener(),
    onSend: listener(),
    onTopUp: listener(),
    onDeposit: listener(),
    onWithdraw: listener(),
    onTransfer: listener(),
  };
  const rendered = await renderApp(<BalanceCard {...heard} {...offered} />, { as: sara });
  return { ...heard, ...rendered };
}

describe('the card of the balance', () => {
  it('says first what all is worth in dollars, and then the own coin with its address', async () => {
    await open();
    await expect.element(total()).toMatchTextContent(/^100\.00.USD/);
    await expect.element(card()).toMatchTextContent(/100\.00.USD.*MRCY balance.*438\.5964.MRCY.*250\.00.USD/);
    await expect.element(balance()).toHaveAttribute('data-amount', '438.59649122');
    await expect.element(page.getByTitle(sara.walletAddress)).toBeVisible();
  });

  it('shows the rest of the own coin when it is pressed', async () => {
    await open();
    await balance().getByRole('button').click();
    await expect.element(balance()).toMatchTextContent(/^438\.59649122.MRCY$/);
  });

  it('marks a total of which a part is no market’s price', async () => {
    server.reply(getBalance, balanceOf(wallet, { ...bitcoin, isUsdValueIndicative: true }));
    await open();
    await expect.element(total()).toMatchTextContent('Estimated');
  });

  it('says what of the own coin is held', async () => {
    server.reply(getBalance, balanceOf({ ...wallet, availableBalance: '400.00000000' }));
    await open();
    await expect.element(card()).toMatchTextContent(/Available.*400\.00.MRCY.*On hold.*38\.5964.MRCY/);
  });

  it('that can’t be loaded says so, and can be asked for again', async () => {
    server.refuse(getBalance, 'RateLimitExceeded', { message: 'Too often.' });
    await open();
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to load balance.*Too often\./);
    server.reply(getBalance, balanceOf(wallet));
    await button('Try again').click();
    await expect.element(total()).toBeVisible();
  });
});

describe('the change of a day', () => {
  it('is told with its sign, its percentage, its time and a line, and says what it counts', async () => {
    server.reply(getPortfolio, portfolioOf({ change: gain }));
    const { container } = await open();
    await expect.element(change()).toMatchTextContent(/\+12\.34.USD.*\+2\.10%.*24h/);
    expect(container.querySelector('polyline')?.getAttribute('points')).toBe('0,27.9 50,30 100,2');
    const hint = page.getByText('What prices and trades changed over the last 24 hours.', { exact: false });
    await expect.element(hint).not.toBeVisible();
    await page.getByText('24h', { exact: true }).click();
    await expect.element(hint).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(hint).not.toBeVisible();
  });

  it('is told below zero by its sign, too', async () => {
    server.reply(getPortfolio, portfolioOf({ change: { ...gain, usd: '-3.00', percent: '-0.50' } }));
    await open();
    await expect.element(change()).toMatchTextContent(/\u22123\.00.USD.*\u22120\.50%/);
  });

  it('is not told where nobody knows it', async () => {
    await open();
    await expect.poll(() => server.callCount(getPortfolio)).toBeGreaterThan(0);
    await expect.element(total()).toBeVisible();
    expect(change().query()).toBeNull();
  });

  it('of nothing is none, and is not asked for: in its place stands how to begin', async () => {
    server.reply(getBalance, {
      ...balanceOf(walletOf({ balance: '0.00000000', usdValue: '0.00' })),
      totalUsdValue: '0.00',
    });
    server.reply(getPortfolio, portfolioOf({ change: gain }));
    await open();
    await expect.element(total()).toMatchTextContent(/^0\.00.USD$/);
    await expect.element(page.getByText('No money here yet. Add some to begin.')).toBeVisible();
    expect(change().query()).toBeNull();
    expect(server.callCount(getPortfolio)).toBe(0);
  });

  it('of simulated money is none, since the server has no history of it', async () => {
    serveAccount({ config: { ...configOf(), moneyMode: 'simulated' } });
    await open();
    await expect.element(total()).toBeVisible();
    expect(server.callCount(getPortfolio)).toBe(0);
  });

  it.each([360, 1024])('comes into its place on %i px: nothing moves when it is known', async (width) => {
    await page.viewport(width, 800);
    const held = server.hold(getPortfolio, portfolioOf({ change: gain }));
    await open();
    await expect.element(total()).toBeVisible();
    const before = card().element().getBoundingClientRect().height;
    held.release();
    await expect.element(change()).toBeVisible();
    expect(card().element().getBoundingClientRect().height).toBe(before);
  });
});

it.each([360, 1024])('is as high on %i px while it loads as when it is there', async (width) => {
  await page.viewport(width, 800);
  const held = server.hold(getBalance, balanceOf(wallet, bitcoin));
  await open();
  await expect.element(page.getByText('Loading balance')).toBeInTheDocument();
  const before = card().element().getBoundingClientRect().height;
  held.release();
  await expect.element(total()).toBeVisible();
  expect(card().element().getBoundingClientRect().height).toBe(before);
});

describe('the actions', () => {
  it('lead to adding, sending and trading first, and to each way by itself', async () => {
    const heard = await open();
    await button('Add money').click();
    await button('Send').click();
    for (const name of ['Top up', 'Deposit', 'Withdraw', 'Transfer']) await button(name).click();
    for (const action of [
      'onAddMoney',
      'onSend',
      'onTopUp',
      'onDeposit',
      'onWithdraw',
      'onTransfer',
    ] as const) {
      expect(heard[action]).toHaveBeenCalledTimes(1);
    }
    await expect
      .element(page.getByRole('link', { name: 'Trade' }))
      .toHaveAttribute('href', '/dashboard/trade');
  });

  it('leave out what the rail can’t do', async () => {
    await open({ onAddMoney: undefined, onTopUp: undefined, onDeposit: undefined, onWithdraw: undefined });
    await expect.element(button('Transfer')).toBeVisible();
    for (const name of ['Add money', 'Top up', 'Deposit', 'Withdraw'])
      expect(button(name).query()).toBeNull();
  });
});
