import { getPortfolio, type Holding } from '@mercury/contract/api/portfolio.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { portfolioOf, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { CoinHolding } from './coin-holding.tsx';

const bitcoin: Holding = {
  currency: 'BTC',
  amount: '0.50000000',
  price: '60000.00',
  isPriceIndicative: false,
  valueUsd: '30000.00',
  sharePercent: '75.00',
  averageCostUsd: '50000.00',
  costUsd: '25000.00',
  profitUsd: '5000.00',
  profitPercent: '20.00',
  realizedUsd: '-12.50',
};

function serveHoldings(...holdings: Holding[]): void {
  server.reply(getPortfolio, portfolioOf({ holdings }));
}

const facts = () =>
  page
    .getByRole('definition')
    .elements()
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

it('is amount, value, average cost and profit of the coin', async () => {
  serveHoldings({ ...bitcoin, currency: 'ETH' }, bitcoin);
  await renderApp(<CoinHolding currency="BTC" />, { as: sara });
  await expect.poll(facts).toEqual(['0.50 BTC', '30,000.00 USD', '$50,000.00', '+5,000.00 USD+20.00%']);
});

it('is told apart from its mark where the price is estimated', async () => {
  serveHoldings({ ...bitcoin, isPriceIndicative: true });
  await renderApp(<CoinHolding currency="BTC" />, { as: sara });
  await expect.poll(facts).toContain('30,000.00 USD Estimated');
});

it('is without a profit for whoever never traded', async () => {
  server.reply(getPortfolio, portfolioOf({ holdings: [bitcoin], hasTraded: false }));
  await renderApp(<CoinHolding currency="BTC" />, { as: sara });
  await expect.poll(facts).toEqual(['0.50 BTC', '30,000.00 USD', '$50,000.00']);
});

it('is unknown where value or cost are', async () => {
  serveHoldings({ ...bitcoin, valueUsd: null, averageCostUsd: null, profitUsd: null, profitPercent: null });
  await renderApp(<CoinHolding currency="BTC" />, { as: sara });
  await expect.poll(facts).toEqual(['0.50 BTC', '—Not known', '—Not known', '—Not known']);
});

it.each([[[]], [[{ ...bitcoin, amount: '0.00000000' }]]])(
  'is none where nothing is left: %j',
  async (holdings) => {
    serveHoldings(...holdings);
    await renderApp(<CoinHolding currency="BTC" />, { as: sara });
    await expect.element(page.getByText('You have no BTC yet.')).toBeVisible();
  },
);

it('that does not come can be asked for again', async () => {
  server.refuse(getPortfolio, 'RateLimitExceeded', { message: 'Not now.' });
  await renderApp(<CoinHolding currency="BTC" />, { as: sara });
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not now.');
  serveHoldings(bitcoin);
  await button('Try again').click();
  await expect.poll(() => facts()[0]).toBe('0.50 BTC');
});
