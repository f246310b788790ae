import { getTransaction, type Transaction } from '@mercury/contract/api/transactions.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../test/clock.ts';
import { renderApp } from '../test/render-app.tsx';
import { sara, transactionOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { useFollowedTransaction } from './transactions.ts';

const pending = transactionOf({ status: 'PENDING', state: 'queued', completedAt: null });

function Followed() {
  return <output aria-label="Status">{useFollowedTransaction(pending).status}</output>;
}

function serve(transaction: Transaction): void {
  server.reply(getTransaction, { success: true, transaction, message: '', entries: [], payments: [] });
}

it('asks for what is under way every three seconds while no news can come, and no more once it is done', async () => {
  holdClock();
  serveAccount();
  serve(pending);
  await renderApp(<Followed />, { as: sara });
  await expect.poll(() => server.callCount(getTransaction)).toBeGreaterThan(0);
  const first = server.callCount(getTransaction);
  await passTime(3000);
  await expect.poll(() => server.callCount(getTransaction)).toBeGreaterThan(first);
  serve(transactionOf());
  await passTime(3000);
  await expect.element(page.getByLabelText('Status')).toHaveTextContent('COMPLETED');
  const last = server.callCount(getTransaction);
  await passTime(9000);
  expect(server.callCount(getTransaction)).toBe(last);
});
