import {
  assignDeposit,
  countDeposits,
  findOwners,
  getDeposit,
  listDeposits,
  listUnassignedDeposits,
  observeDeposit,
} from '@mercury/contract/console/deposits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { depositFile, owner, unassignedPage } from '../../test/payments.ts';
import { server } from '../../test/stand-in-server.ts';

const finding = {
  success: true,
  hasRailAnswered: true,
  payment: { confirmations: 3, confirmationsNeeded: 3, hasFailed: false },
  state: 'completed',
  depositId: depositFile.id,
} as const;
const empty: typeof unassignedPage = { success: true, deposits: [], nextCursor: null };

beforeEach(() => {
  server.reply(countDeposits, { success: true, unassigned: 1, seen: 0, confirming: 2 });
  server.reply(listUnassignedDeposits, unassignedPage);
});

describe('what is nobody’s', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Whose payment is this?' });
  const assign = () => dialog().getByRole('button', { name: 'Assign' });

  async function findOwner(): Promise<void> {
    await openConsole('/console/deposits', 'treasurer');
    await button('Assign 0.50000000 BTC').click();
    await assign().click();
    await expectFieldError(field('Account'), 'Find an account and choose it.');
    server.reply(findOwners, { success: true, owners: [] });
    await field('Account').fill('nobody');
    await button('Find').click();
    await expect.element(page.getByText('No account found.')).toBeVisible();
    server.reply(findOwners, { success: true, owners: [{ ...owner, match: 'email' }] });
    await field('Account').fill('nasrin@example.com');
    await button('Find').click();
    await page.getByRole('radio', { name: /nasrin/ }).click();
    // Whom it shows as chosen stays chosen.
    await button('Find').click();
    await expect.element(page.getByRole('radio', { name: /nasrin/ })).toBeChecked();
    await field('Reason').fill('By their ticket');
  }

  it('is assigned to an account that is searched, with a reason, and tells what the rail found', async () => {
    await findOwner();
    server.reply(assignDeposit, finding);
    server.reply(listUnassignedDeposits, empty);
    await assign().click();
    await expectToast('Assigned');
    await expectToast('3 of 3 confirmations. It is now: Credited.');
    await expect.element(page.getByText('Every payment has its owner')).toBeVisible();
    expect(server.calls(assignDeposit).map(({ params, body }) => [params, body])).toEqual([
      [{ number: '7' }, { accountId: owner.id, reason: 'By their ticket' }],
    ]);
  });

  it('goes to nobody who was chosen before another search', async () => {
    await findOwner();
    const other = {
      id: '018f0000-0000-7000-8000-000000000901',
      username: 'omid',
      match: 'username',
    } as const;
    server.reply(findOwners, { success: true, owners: [other] });
    await field('Account').fill('omid');
    await button('Find').click();
    await expect.element(page.getByRole('radio', { name: /omid/ })).toBeVisible();
    await assign().click();
    await expectFieldError(field('Account'), 'Find an account and choose it.');
    expect(server.callCount(assignDeposit)).toBe(0);
  });

  it('refused because somebody was first says so, and the list shows what is so now', async () => {
    await findOwner();
    server.refuse(assignDeposit, 'DepositHasOwner', { message: 'Somebody was first.' });
    server.reply(listUnassignedDeposits, empty);
    await assign().click();
    await expectProblem('Somebody was first.');
    await expect.element(page.getByText('Every payment has its owner')).toBeVisible();
  });

  it('is asked about at once', async () => {
    await openConsole('/console/deposits', 'treasurer');
    server.reply(observeDeposit, { ...finding, payment: null, state: 'unassigned', depositId: null });
    await button('Ask the rail about 0.50000000 BTC').click();
    await expectToast('The rail knows no such payment.');
    expect(server.calls(observeDeposit).map(({ body }) => body)).toEqual([{ externalId: 'payment-7' }]);
  });

  it('is only shown to a role that reads', async () => {
    await openConsole('/console/deposits', 'auditor');
    await expect.element(page.getByTestId('unassigned')).toBeVisible();
    expect(button('Assign 0.50000000 BTC').query()).toBeNull();
  });
});

it('a list by state leads to the file of one, which asks the rail', async () => {
  const { timeline: _t, lines: _l, acts: _a, transactionId: _i, closedAt: _c, ...listed } = depositFile;
  server.reply(listDeposits, { success: true, deposits: [listed], nextCursor: null });
  await openConsole('/console/deposits', 'treasurer');
  await page.getByRole('link', { name: 'Confirming 2' }).click();
  server.reply(getDeposit, { success: true, deposit: depositFile });
  await page.getByTestId('deposit').getByRole('link', { name: /0\.50/ }).click();
  await expect.element(page.getByText('A ticket')).toBeVisible();
  await expect.element(page.getByText('1 of 3 confirmations')).toBeVisible();
  server.reply(observeDeposit, finding);
  server.reply(getDeposit, {
    success: true,
    deposit: { ...depositFile, state: 'completed', confirmations: 3 },
  });
  await button('Ask the rail').click();
  await expect.element(page.getByText('3 of 3 confirmations', { exact: true })).toBeVisible();
  expect(server.calls(observeDeposit).map(({ body }) => body)).toEqual([{ externalId: 'payment-7' }]);
});

it('what could not be loaded says so', async () => {
  server.refuse(listDeposits, 'ServerError', { message: 'Broken.' });
  await openConsole('/console/deposits?state=seen', 'support');
  await expect.element(page.getByText('Deposits could not be loaded')).toBeVisible();
});
