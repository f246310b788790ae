import { getMarketHistory, type MarketCoin } from '@mercury/contract/api/market.ts';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';
import { PriceHistory } from './price-history.tsx';

const bitcoin: MarketCoin = {
  id: 'bitcoin',
  name: 'Bitcoin',
  symbol: 'BTC',
  currentPrice: '60000',
  change24h: null,
  image: '/coins/btc.svg',
  week: [],
};

it('a history that does not come can be asked for again, and one that is empty says so', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.loseAnswer(getMarketHistory);
  await renderApp(<PriceHistory coin={bitcoin} range="week" onRangeChange={listener()} />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to load the price history/);
  server.reply(getMarketHistory, {
    success: true,
    source: 'live',
    asOf: '2026-03-01T10:00:00.000Z',
    isStale: false,
    points: [],
  });
  await button('Try again').click();
  await expect.element(page.getByText('No history for this range')).toBeVisible();
  expect(page.getByRole('tabpanel').element().getBoundingClientRect().height).toBe(27 * 16);
  expect(server.calls(getMarketHistory).at(-1)).toMatchObject({
    params: { id: 'bitcoin' },
    query: { range: 'week' },
  });
});
