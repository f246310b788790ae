import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { getStatus, statusComponents, type StatusComponent } from '@mercury/contract/api/status.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';
import { StatusPage } from './status-page.tsx';

function statusOf(...degraded: StatusComponent[]): ReplyOf<typeof getStatus> {
  const now = new Date().toISOString();
  return {
    success: true,
    checkedAt: now,
    components: statusComponents.map((name) => ({
      name,
      state: degraded.includes(name) ? 'degraded' : 'operational',
    })),
    prices: { asOf: now, isPretended: false },
    trading: { marketsOpen: 12, marketsTotal: 12 },
  };
}

it('says that everything works, part by part', async () => {
  server.reply(getStatus, statusOf());
  await renderApp(<StatusPage />);
  await expect.element(page.getByRole('heading', { name: 'Everything is working' })).toBeVisible();
  await expect.poll(() => page.getByText('Working', { exact: true }).elements()).toHaveLength(6);
});

it('names the part that is not as usual', async () => {
  server.reply(getStatus, statusOf('mails'));
  await renderApp(<StatusPage />);
  await expect
    .element(page.getByRole('heading', { name: 'Some parts are not working as usual' }))
    .toBeVisible();
  const mails = page.getByRole('listitem').filter({ hasText: 'Emails' });
  await expect.element(mails.getByText('Having problems')).toBeVisible();
});

it('says how many order books are open', async () => {
  server.reply(getStatus, { ...statusOf('trading'), trading: { marketsOpen: 11, marketsTotal: 12 } });
  await renderApp(<StatusPage />);
  const trading = page.getByRole('listitem').filter({ hasText: 'Trading' });
  await expect.element(trading.getByText('Order books open: 11 of 12')).toBeVisible();
  await expect.element(trading.getByText('Having problems')).toBeVisible();
  server.reply(getStatus, { ...statusOf(), trading: { marketsOpen: 0, marketsTotal: 12 } });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.element(trading.getByText(/No order book is open/)).toBeVisible();
});

it('marks prices that are pretended', async () => {
  const status = statusOf();
  server.reply(getStatus, { ...status, prices: { asOf: status.checkedAt, isPretended: true } });
  await renderApp(<StatusPage />);
  await expect.element(page.getByText('Sample prices: no market is connected here')).toBeVisible();
});

it('does not go on saying that all is well once the server can’t be reached', async () => {
  server.reply(getStatus, statusOf());
  await renderApp(<StatusPage />);
  await expect.element(page.getByText('Everything is working')).toBeVisible();
  server.loseAnswer(getStatus);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.element(page.getByText('Mercury can’t be reached at the moment')).toBeVisible();
  await expect.element(page.getByText('Everything is working')).not.toBeInTheDocument();
  // That is the server's fault, and not that of the reader's connection.
  await expect.element(page.getByText(/internet connection/)).not.toBeInTheDocument();
  server.reply(getStatus, statusOf());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Everything is working')).toBeVisible();
});
