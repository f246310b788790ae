import type { Contact } from '@mercury/contract/api/contacts.ts';
import { transfer } from '@mercury/contract/api/wallets.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../test/clock.ts';
import { button, field } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { addressOf, idOf, omid, sara, transactionOf, walletOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { DashboardDialogs, useDashboardDialogs } from './dashboard-dialogs.tsx';
// Fetched when they are first opened: here before the test, whose patience is not for that.
import '../features/deposits/deposit-dialog.tsx';
import '../features/transfers/transfer-dialog.tsx';

function Dashboard() {
  const dialogs = useDashboardDialogs();
  return (
    <>
      <button type="button" onClick={() => dialogs.open({ kind: 'transfer' })}>
        Transfer
      </button>
      <button
        type="button"
        onClick={() => dialogs.open({ kind: 'transfer', recipientAddress: omid.walletAddress })}
      >
        Send to Omid
      </button>
      <DashboardDialogs {...dialogs} hasTwoFactor={false} />
    </>
  );
}

async function renderDashboard(contacts: readonly Contact[] = []) {
  serveAccount({ wallets: [walletOf()], contacts });
  await renderApp(<Dashboard />, { as: sara });
}

async function closeDialog() {
  await button('Close').first().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

it('opens with what it was opened for, and closes', async () => {
  await renderDashboard();
  await button('Send to Omid').click();
  await expect.element(field('Recipient address')).toHaveValue(omid.walletAddress);
  await closeDialog();
});

it('sends to the contact that is chosen, in place of what was typed', async () => {
  await renderDashboard([{ id: idOf(7), name: 'Mina', walletAddress: addressOf(7), isFavorite: false }]);
  await button('Transfer').click();
  await field('Recipient address').fill(omid.walletAddress);
  await page.getByRole('dialog').getByTitle('Send to Mina').click();
  await expect.element(field('Recipient address')).toHaveValue(addressOf(7));
});

it('begins anew at each opening: what was typed is not there any more', async () => {
  await renderDashboard();
  await button('Transfer').click();
  await field('Amount').fill('3');
  await field('Recipient address').fill(omid.walletAddress);
  await closeDialog();
  await button('Transfer').click();
  await expect.element(field('Amount')).toHaveValue('');
  await expect.element(field('Recipient address')).toHaveValue('');
});

it('begins anew after a transfer: the receipt of the last one is not there any more', async () => {
  await renderDashboard();
  server.reply(transfer, { success: true, transaction: transactionOf(), wallet: walletOf() });
  await button('Send to Omid').click();
  await field('Amount').fill('1.5');
  await button('Review transfer').click();
  await expect.element(button('Confirm transfer')).toBeVisible();
  holdClock();
  await button('Confirm transfer').click();
  await passTime(1500);
  await expect.element(page.getByText('The money has arrived.')).toBeVisible();
  await closeDialog();
  await button('Transfer').click();
  await expect.element(field('Amount')).toHaveValue('');
  expect(page.getByText('The money has arrived.').query()).toBeNull();
});
