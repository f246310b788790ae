import {
  getMarketCoin,
  getMarketHistory,
  type MarketCoin,
  type MarketRange,
} from '@mercury/contract/api/market.ts';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listener } from '../../test/listener.ts';
import { coinOf, historyOf, saidNow } from '../../test/market-samples.ts';
import { renderApp } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';
import type { CoinParts } from './coin-frame.tsx';
import { CoinPage } from './coin-page.tsx';
// Fetched with the first chart: here before the test, whose patience is not for that.
import '../../domain/price-chart.tsx';

const noParts: CoinParts = { tools: null, actions: null, mine: null, invitation: null };
const bitcoin = coinOf({
  id: 'bitcoin',
  name: 'Bitcoin',
  symbol: 'BTC',
  currentPrice: '60000',
  change24h: '-2.345',
  week: ['50000', '60000'],
});
const change = () => page.getByTestId('range-change');

interface Visit {
  coin?: MarketCoin;
  range?: MarketRange;
  parts?: Partial<CoinParts>;
}

function coinPage({ coin = bitcoin, range = 'day', parts }: Visit = {}) {
  server.replyBy(getMarketCoin, () => ({ ...saidNow(), coin }));
  return (
    <CoinPage
      id={coin.id}
      range={range}
      onRangeChange={listener()}
      renderParts={() => ({ ...noParts, ...parts })}
      notFound={<p>None</p>}
    />
  );
}

describe('the change beside the price', () => {
  it.each([
    ['week', 'in 7 days'],
    ['month', 'in 30 days'],
    ['year', 'in 1 year'],
  ] as const)('is that of the chart of a %s, and says so', async (range, period) => {
    server.replyBy(getMarketHistory, () => historyOf('40000', '60000'));
    await renderApp(coinPage({ range }));
    await expect.element(change()).toMatchTextContent(new RegExp(`\\+50\\.00% ${period}$`));
  });

  it('is of a day the one that every list shows, also below the chart', async () => {
    server.replyBy(getMarketHistory, () => historyOf('60000', '60000'));
    const { rerender } = await renderApp(coinPage({ range: 'day' }));
    await expect.element(change()).toMatchTextContent(/^−2\.35% in 24 hours$/);
    await expect.element(page.getByTestId('price-summary')).toMatchTextContent(/−2\.35%$/);
    server.replyBy(getMarketHistory, () => historyOf('50000', '60000'));
    await rerender(coinPage({ coin: coinOf({ ...bitcoin, id: 'untold', change24h: null }) }));
    await expect.element(change()).toMatchTextContent(/^\+20\.00% in 24 hours$/);
  });

  it('of all time says since when, which the source decides', async () => {
    server.replyBy(getMarketHistory, () => ({
      ...historyOf('100', '60000'),
      points: [
        { at: '2013-04-28T00:00:00.000Z', price: '100' },
        { at: '2026-03-01T00:00:00.000Z', price: '60000' },
      ],
    }));
    await renderApp(coinPage({ range: 'all' }));
    await expect.element(change()).toMatchTextContent(/\+59,?900\.00% since Apr 28, 2013$/);
  });

  it('is that of 24 hours where there is no chart', async () => {
    server.replyBy(getMarketHistory, () => historyOf());
    await renderApp(coinPage({ range: 'year' }));
    await expect.element(change()).toMatchTextContent(/−2\.35% in 24 hours$/);
  });
});

describe('the statistics', () => {
  const figures = () =>
    Object.fromEntries(
      page
        .getByRole('term')
        .elements()
        .map((term) => [term.textContent, term.nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')]),
    );

  it('are those that the market tells', async () => {
    server.replyBy(getMarketHistory, () => historyOf());
    const statistics = {
      rank: 1,
      marketValue: '1317802988326.00',
      volume24h: '35213456789.50',
      high24h: '65120.50',
      low24h: '63012.00',
      allTimeHigh: { price: '73738.00', at: '2024-03-14T07:10:36.635Z' },
      circulatingSupply: '19812343.00',
    };
    await renderApp(coinPage({ coin: { ...bitcoin, statistics } }));
    await expect.element(page.getByRole('heading', { name: 'Statistics' })).toBeVisible();
    expect(figures()).toMatchObject({
      'Market cap rank': '#1',
      'Market cap': '$1.32T',
      'Volume, 24 hours': '$35.21B',
      'Circulating supply': '19.81M BTC',
      'High, 24 hours': '$65,120.50',
      'Low, 24 hours': '$63,012.00',
      'All-time high': '$73,738.00Mar 14, 2024',
    });
  });

  it('leave out what it does not tell, and are not there if it tells none', async () => {
    server.replyBy(getMarketHistory, () => historyOf());
    const { rerender } = await renderApp(coinPage({ coin: { ...bitcoin, statistics: { rank: 3 } } }));
    await expect.element(page.getByText('#3')).toBeVisible();
    expect(page.getByText('Circulating supply').query()).toBeNull();
    const silent = coinOf({ ...bitcoin, id: 'other', symbol: 'OTHER', statistics: {} });
    await rerender(coinPage({ coin: silent }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Bitcoin OTHER' })).toBeVisible();
    expect(page.getByRole('heading', { name: 'Statistics' }).query()).toBeNull();
  });
});

describe('what the reader can do', () => {
  const parts = { actions: <a href="/buy">Buy</a>, tools: <i>tools</i>, mine: <p>mine</p> };
  const links = () => page.getByRole('link', { name: 'Buy' });

  it('stands beside the price, once', async () => {
    server.replyBy(getMarketHistory, () => historyOf());
    await renderApp(coinPage({ parts }));
    await expect.element(links()).toBeVisible();
    expect(links().elements()).toHaveLength(1);
    await expect.element(page.getByText('mine')).toBeVisible();
  });

  it('stays at the lower edge of a phone’s screen, above its tab bar', async () => {
    await page.viewport(360, 640);
    document.documentElement.style.setProperty('--space-tab-bar', '56px');
    server.replyBy(getMarketHistory, () => historyOf('40000', '60000'));
    await renderApp(coinPage({ parts }));
    await expect.element(change()).toBeVisible();
    expect(links().elements()).toHaveLength(1);
    const bar = links().element().parentElement?.getBoundingClientRect();
    expect(bar?.bottom).toBe(640 - 56);
    document.documentElement.style.removeProperty('--space-tab-bar');
    await page.viewport(1024, 800);
  });
});

it('a coin that is not there shows the page for that', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const shown = coinPage();
  server.refuse(getMarketCoin, 'NotFound');
  await renderApp(shown);
  await expect.element(page.getByText('None')).toBeVisible();
});
