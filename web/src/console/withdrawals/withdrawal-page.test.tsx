import {
  getWithdrawal,
  releaseWithdrawal,
  settleWithdrawals,
} from '@mercury/contract/console/withdrawals.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectToast, field } from '../../test/fields.ts';
import { releaseProposal, withdrawalFileOf } from '../../test/payments.ts';
import { server } from '../../test/stand-in-server.ts';

const path = `/console/withdrawals/${withdrawalFileOf().id}`;
const reply = (change: Parameters<typeof withdrawalFileOf>[0]) =>
  server.reply(getWithdrawal, { success: true, withdrawal: withdrawalFileOf(change) });

it('tells of an unclear one what to look for, and takes the result', async () => {
  reply({ state: 'unclear', outcomes: ['paid', 'failed'], advice: 'look' });
  await openConsole(path, 'treasurer');
  await expect.element(page.getByText(/Nobody knows whether it was paid/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'nasrin' }))
    .toHaveAttribute('href', expect.stringContaining('/console/people/'));
  expect(button('Start').query()).toBeNull();
  await button('Paid').click();
  await field('Reference of 1.00000000 BTC for ⁨nasrin⁩').fill('tx-9');
  const { id } = withdrawalFileOf();
  server.reply(settleWithdrawals, { success: true, items: [{ id, refusal: null, state: 'completed' }] });
  reply({ state: 'completed', outcomes: [], advice: 'nothing', reference: 'tx-9' });
  await page.getByRole('dialog').getByRole('button', { name: 'Paid' }).click();
  await expectToast('Marked as paid');
  await expect.element(page.getByText('tx-9')).toBeVisible();
  await expect.element(button('Paid')).not.toBeInTheDocument();
});

it('of a held one asks a second person, once', async () => {
  reply({ state: 'held', outcomes: ['failed'], advice: 'approve' });
  await openConsole(path, 'treasurer');
  await button('Ask for release').click();
  const dialog = page.getByRole('dialog', { name: 'Ask for the release of this payout?' });
  await dialog.getByRole('button', { name: 'Ask for release' }).click();
  await expectFieldError(field('Reason'), 'This field is required');
  await field('Reason').fill('Asked by phone');
  server.reply(releaseWithdrawal, { success: true, proposal: releaseProposal });
  const { id, proposedAt } = releaseProposal;
  reply({
    state: 'held',
    outcomes: ['failed'],
    advice: 'approve',
    proposal: { id, by: 'Sara Ahmadi', at: proposedAt },
  });
  await dialog.getByRole('button', { name: 'Ask for release' }).click();
  await expectToast('This waits for a second person.');
  await expect.element(page.getByText(/Sara Ahmadi.* asked for its release/)).toBeVisible();
  await expect.element(button('Ask for release')).not.toBeInTheDocument();
});

it('offers a role that only reads nothing to do, and says where there is none', async () => {
  reply({ state: 'held', outcomes: ['failed'], advice: 'approve' });
  await openConsole(path, 'support');
  await expect.element(page.getByText('person held')).toBeVisible();
  expect(button('Failed').query()).toBeNull();
  expect(button('Ask for release').query()).toBeNull();
});

it('that could not be found says so', async () => {
  server.refuse(getWithdrawal, 'NotFound', { message: 'Not found.' });
  await openConsole(path, 'support');
  await expect.element(page.getByText('The withdrawal could not be loaded')).toBeVisible();
});
