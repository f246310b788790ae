import { listTransactions } from '@mercury/contract/api/transactions.ts';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara, transactionOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { CoinTransactions } from './coin-transactions.tsx';

const shown = <CoinTransactions currency="BTC" nameOf={() => 'Omid'} />;

beforeEach(() => serveAccount());

it('are the latest five with the coin, and the way to all of them', async () => {
  const transactions = [1, 2, 3, 4, 5].map((place) =>
    transactionOf({ id: idOf(600 + place), currency: 'BTC' }),
  );
  server.reply(listTransactions, { success: true, transactions, total: 12, nextCursor: null });
  await renderApp(shown, { as: sara });
  await expect.poll(() => page.getByTestId('transaction').elements().length).toBe(5);
  expect(server.calls(listTransactions)[0]?.query).toEqual({ currency: 'BTC', limit: '5' });
  await expect
    .element(page.getByRole('link', { name: 'See all' }))
    .toHaveAttribute('href', '/dashboard/transactions?currency=BTC');
});

it('that are none say so, and lead nowhere', async () => {
  server.reply(listTransactions, { success: true, transactions: [], total: 0, nextCursor: null });
  await renderApp(shown, { as: sara });
  await expect.element(page.getByText('No activity with BTC yet.')).toBeVisible();
  expect(page.getByRole('link').query()).toBeNull();
});
