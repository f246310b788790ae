import { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listMarketCoins } from '@mercury/contract/api/market.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { button } from '../../test/fields.ts';
import { coinOf } from '../../test/market-samples.ts';
import { renderApp } from '../../test/render-app.tsx';
import { configOf } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { coinsShown, MarketBoard } from './market-board.tsx';
import { weekOf } from './week-line.tsx';

const minuteMs = 60_000;

type Market = ReplyOf<typeof listMarketCoins>;

function marketOf(market: Partial<Market> = {}): Market {
  return {
    success: true,
    source: 'live',
    asOf: new Date().toISOString(),
    isStale: false,
    coins: [coinOf()],
    ...market,
  };
}

function serveMarket(market: Partial<Market> = {}) {
  server.reply(getConfig, configOf());
  server.replyBy(listMarketCoins, () => marketOf(market));
}

const coins = () => page.getByTestId('market-coin');
const secondsLeft = () => Number(page.getByTestId('market-countdown').element().getAttribute('data-seconds'));

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

describe('prices', () => {
  // Whoever looks at the next test is there.
  afterEach(() => setHidden(false));

  /** Answers how often they have been asked for since. */
  async function renderAsked() {
    holdClock();
    serveMarket();
    await renderApp(<MarketBoard />);
    await expect.element(coins()).toBeVisible();
    const countBefore = server.callCount(listMarketCoins);
    return () => server.callCount(listMarketCoins) - countBefore;
  }

  it('are asked for each minute, which a press of the button begins anew', async () => {
    const askedAgain = await renderAsked();
    await passTime(20_000);
    await expect.poll(secondsLeft).toBeLessThanOrEqual(40);
    await button('Refresh prices').click();
    await expect.poll(askedAgain).toBe(1);
    await expect.poll(secondsLeft).toBeGreaterThan(50);
    await passTime(55_000);
    expect(askedAgain()).toBe(1);
    await passTime(6000);
    await expect.poll(askedAgain).toBe(2);
    await expect.poll(secondsLeft).toBeGreaterThan(50);
  });

  it('are not asked for while the tab is hidden, and at once by whoever comes back after the minute', async () => {
    const askedAgain = await renderAsked();
    setHidden(true);
    await passTime(2.5 * minuteMs);
    expect(askedAgain()).toBe(0);
    const held = server.hold(listMarketCoins, marketOf());
    setHidden(false);
    await expect.poll(askedAgain).toBe(1);
    await expect.element(page.getByText('Refreshing…')).toBeVisible();
    held.release();
    await expect.element(page.getByText('Refreshing…')).not.toBeInTheDocument();

    // Back within the minute, there is nothing to ask for yet.
    setHidden(true);
    await passTime(10_000);
    setHidden(false);
    await passTime(1000);
    expect(secondsLeft()).toBeLessThanOrEqual(50);
    expect(askedAgain()).toBe(1);
  });

  it('that could not be refreshed stay, and tell their age', async () => {
    await renderAsked();
    server.loseAnswer(listMarketCoins);
    await passTime(12.5 * minuteMs);
    await expect.element(coins()).toBeVisible();
    await expect.element(page.getByText(/^Prices from 1[12] minutes ago$/)).toBeVisible();
    // It counts to the next try all the same.
    await expect.poll(secondsLeft).toBeGreaterThan(0);
  });
});

it('prices that do not come are told and logged, and come with the next try', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.reply(getConfig, configOf());
  server.loseAnswer(listMarketCoins);
  await renderApp(<MarketBoard />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to load market prices/);
  await expect.element(page.getByText('Loading market prices')).not.toBeInTheDocument();
  expect(warned.mock.calls.map(([text]) => text)).toContain('The market prices could not be loaded');
  serveMarket();
  await button('Try again').click();
  await expect.element(coins()).toBeVisible();
});

it('old prices tell their age, and only pretended ones are called so', async () => {
  const asOf = new Date(Date.now() - 12.5 * minuteMs).toISOString();
  serveMarket({ isStale: true, asOf });
  await renderApp(<MarketBoard />);
  await expect.element(page.getByText('Prices from 12 minutes ago')).toBeVisible();
  await expect.element(page.getByText(/^Sample prices/)).not.toBeInTheDocument();
  serveMarket({ source: 'pretend' });
  await button('Refresh prices').click();
  await expect.element(page.getByText(/^Sample prices/)).toBeVisible();
  await expect.element(page.getByText('Prices from 12 minutes ago')).not.toBeInTheDocument();
});

it('a change is told by its sign, or as unknown', async () => {
  serveMarket({
    coins: [
      coinOf({ id: 'one', change24h: '-2.345' }),
      coinOf({ id: 'two', change24h: '2.345', week: [] }),
      coinOf({ id: 'three', change24h: null }),
    ],
  });
  await renderApp(<MarketBoard />);
  await expect.element(coins().nth(0)).toMatchTextContent(/\$0\.00000123.*24h.*−2\.35%.*7d.*\+100\.00%/);
  await expect.element(coins().nth(1)).toMatchTextContent(/\+2\.35%/);
  await expect.element(coins().nth(2)).toMatchTextContent(/Change unknown/);
});

it('a line is coloured by its own change, which stands beside it, and not by that of the day', async () => {
  serveMarket({
    coins: [coinOf({ change24h: '-2.345', week: ['1', '2'] }), coinOf({ id: 'two', week: [] })],
  });
  await renderApp(<MarketBoard />);
  await expect.element(coins().nth(0)).toBeVisible();
  expect(coins().nth(0).element().querySelector('svg[data-tone]')?.getAttribute('data-tone')).toBe('up');
  expect(coins().nth(1).element().querySelector('svg[data-tone]')).toBeNull();
  expect(coins().nth(1).getByText('7d').query()).toBeNull();
});

it('has a star beside each coin, behind the link that the whole card is', async () => {
  serveMarket({ coins: [coinOf({ id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' })] });
  await renderApp(
    <MarketBoard renderStar={({ id, name }) => <button type="button">{`${id} ${name}`}</button>} />,
  );
  const star = button('bitcoin Bitcoin');
  await expect.element(star).toBeVisible();
  expect(coins().element().contains(star.element())).toBe(false);
  expect(star.element().compareDocumentPosition(coins().element())).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

it('a market without coins says so, and has nothing more to show', async () => {
  serveMarket({ coins: [] });
  await renderApp(<MarketBoard />);
  await expect.element(page.getByText('No prices yet')).toBeVisible();
  expect(button('Show more').query()).toBeNull();
});

const manyCoins = Array.from({ length: 13 }, (_, index) => index);

it('shows four coins at first, and up to twelve when asked for more', () => {
  expect(coinsShown(manyCoins, false)).toEqual([0, 1, 2, 3]);
  expect(coinsShown(manyCoins, true)).toEqual(manyCoins.slice(0, 12));
  expect(coinsShown(manyCoins.slice(0, 3), false)).toEqual([0, 1, 2]);
});

it('a coin without a line of seven days has neither course nor direction', () => {
  expect(weekOf({ week: [] })).toEqual({ values: [], course: undefined, direction: 'level' });
  expect(weekOf({ week: ['2.0', '1.0'] })).toMatchObject({ values: [2, 1], direction: 'down' });
});
