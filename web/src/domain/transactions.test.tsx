import { getTransaction, type Transaction } from '@mercury/contract/api/transactions.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../test/clock.ts';
import { renderApp } from '../test/render-app.tsx';
import { sara, transactionOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { useFollowedTransaction, otherSideOf } from './transactions.ts';

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

const address = 'mrcy1tee9xhp48csh3xvdcz5dvdwsfkxf5nxs72rpf';

it('names the other side of what was sent or paid out', () => {
  expect(otherSideOf({ type: 'TRANSFER', counterparty: address })).toBe(address);
  expect(otherSideOf({ type: 'WITHDRAW', counterparty: address })).toBe(address);
  expect(otherSideOf({ type: 'TOPUP', counterparty: null })).toBeNull();
});

it('takes the own address that a deposit came to for nobody else’s', () => {
  expect(otherSideOf({ type: 'DEPOSIT', counterparty: address })).toBeNull();
});
