import { proveWithCode } from '@mercury/contract/console/access.ts';
import { listWithdrawals, settleWithdrawals } from '@mercury/contract/console/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, checkbox, expectFieldError, expectToast, field } from '../../test/fields.ts';
import { withdrawalOf, withdrawalPage } from '../../test/payments.ts';
import { server } from '../../test/stand-in-server.ts';

const rows = () => page.getByTestId('withdrawal');
const dialog = (name: string) => page.getByRole('dialog', { name });
const settledIds = () =>
  server
    .calls(settleWithdrawals)
    .map(({ body }) => (body as { items: { id: string; outcome: string }[] }).items);

async function openSending(count: number) {
  const listed = Array.from({ length: count }, (_none, index) =>
    withdrawalOf(index + 1, { state: 'sending', outcomes: ['paid', 'failed'] }),
  );
  server.reply(listWithdrawals, withdrawalPage(listed));
  await openConsole('/console/withdrawals?state=sending', 'treasurer');
  await expect.element(rows().first()).toBeVisible();
  return listed;
}

describe('the queue', () => {
  it('says that it is empty, and which lists have something', async () => {
    server.reply(listWithdrawals, withdrawalPage([]));
    await openConsole('/console/withdrawals', 'treasurer');
    await expect.element(page.getByText('No withdrawals here')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Unclear 1' })).toBeVisible();
    await page.getByRole('link', { name: 'Unclear 1' }).click();
    await expect.element(page.getByRole('heading', { name: 'Unclear' })).toBeVisible();
    await expect.poll(() => server.calls(listWithdrawals).at(-1)?.query).toMatchObject({ state: 'unclear' });
  });

  it('that could not be loaded is asked for again', async () => {
    server.refuse(listWithdrawals, 'ServerError', { message: 'Broken.' });
    await openConsole('/console/withdrawals', 'treasurer');
    await expect.element(page.getByText('Withdrawals could not be loaded')).toBeVisible();
    server.reply(listWithdrawals, withdrawalPage([withdrawalOf(1)]));
    await button('Try again').click();
    await expect.element(rows()).toMatchTextContent(/nasrin/);
  });

  it('goes on with its next page', async () => {
    server.reply(listWithdrawals, withdrawalPage([withdrawalOf(1)], 'next'));
    await openConsole('/console/withdrawals', 'treasurer');
    await expect.element(rows().first()).toBeVisible();
    server.reply(listWithdrawals, withdrawalPage([withdrawalOf(2)]));
    await button('Load more').click();
    await expect.element(rows().nth(1)).toBeVisible();
    expect(server.calls(listWithdrawals).at(-1)?.query).toMatchObject({ cursor: 'next' });
  });

  it('lets a role that only reads choose nothing', async () => {
    server.reply(listWithdrawals, withdrawalPage([withdrawalOf(1)]));
    await openConsole('/console/withdrawals', 'auditor');
    await expect.element(rows()).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    expect(button('Start (0)').query()).toBeNull();
  });
});

describe('several at once', () => {
  it('are chosen and started by keyboard alone', async () => {
    const listed = Array.from({ length: 10 }, (_none, index) => withdrawalOf(index + 1));
    server.reply(listWithdrawals, withdrawalPage(listed));
    await openConsole('/console/withdrawals', 'treasurer');
    await expect.element(rows().first()).toBeVisible();
    (checkbox('Choose all').element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(button('Start (10)')).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog('Start these payouts?')).toBeVisible();
    server.reply(settleWithdrawals, {
      success: true,
      items: listed.map(({ id }) => ({ id, refusal: null, state: 'sending' as const })),
    });
    server.reply(listWithdrawals, withdrawalPage([]));
    (dialog('Start these payouts?').getByRole('button', { name: 'Start' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expectToast('Started: now pay by hand');
    expect(settledIds()).toEqual([listed.map(({ id }) => ({ id, outcome: 'started' }))]);
    await expect.element(page.getByText('No withdrawals here')).toBeVisible();
  });

  it('are no more than the server takes, however many are listed', async () => {
    const listed = Array.from({ length: limits.settlementsAtOnceMax + 1 }, (_none, index) =>
      withdrawalOf(index + 1),
    );
    server.reply(listWithdrawals, withdrawalPage(listed));
    await openConsole('/console/withdrawals', 'treasurer');
    // By their texts: the names of so many boxes take long to compute.
    await page.getByText('Choose all').click();
    await expect.element(page.getByText(`Start (${limits.settlementsAtOnceMax})`)).toBeVisible();
  });

  it('each paid one wants its reference, and what is refused is shown with its reason', async () => {
    const [one, two] = await openSending(2);
    await checkbox('Choose all').click();
    await button('Paid (2)').click();
    const paid = dialog('Were these paid?');
    const firstField = field('Reference of 1.00000000 BTC for ⁨nasrin⁩');
    const secondField = field('Reference of 2.00000000 BTC for ⁨nasrin⁩');
    await firstField.fill('tx-1');
    await paid.getByRole('button', { name: 'Paid' }).click();
    await expectFieldError(secondField, 'This field is required');
    expect(server.callCount(settleWithdrawals)).toBe(0);
    await secondField.fill('tx-2');
    server.reply(settleWithdrawals, {
      success: true,
      items: [
        { id: one?.id ?? '', refusal: null, state: 'completed' },
        {
          id: two?.id ?? '',
          refusal: { error: 'WithdrawalNotSettleable', message: 'Somebody was first.' },
          state: 'failed',
        },
      ],
    });
    server.reply(listWithdrawals, withdrawalPage([]));
    await paid.getByRole('button', { name: 'Paid' }).click();
    await expect.element(page.getByText('No withdrawals here')).toBeInTheDocument();
    const results = page.getByTestId('settled');
    await expect.element(results.first()).toMatchTextContent(/Done/);
    await expect.element(results.nth(1)).toMatchTextContent(/Refused.*Somebody was first\..*Failed/);
    expect(settledIds()).toEqual([
      [
        { id: one?.id, outcome: 'paid', reference: 'tx-1' },
        { id: two?.id, outcome: 'paid', reference: 'tx-2' },
      ],
    ]);
  });

  it('failed wants a reason, and a code where the session is not fresh', async () => {
    const [one] = await openSending(1);
    await checkbox('Choose 1.00000000 BTC of ⁨nasrin⁩').click();
    await button('Failed (1)').click();
    const failed = dialog('Did these fail?');
    await failed.getByRole('button', { name: 'Failed' }).click();
    await expectFieldError(field('Reason'), 'This field is required');
    await field('Reason').fill('The network was down');
    server.refuse(settleWithdrawals, 'ProofRequired', { message: 'Prove it.' });
    await failed.getByRole('button', { name: 'Failed' }).click();
    await expect.element(dialog('Confirm it’s you')).toBeVisible();
    server.refuse(proveWithCode, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog('Confirm it’s you')).not.toBeInTheDocument();
    await expect.element(field('Reason')).toHaveValue('The network was down');
    server.reply(settleWithdrawals, {
      success: true,
      items: [{ id: one?.id ?? '', refusal: null, state: 'failed' }],
    });
    await failed.getByRole('button', { name: 'Failed' }).click();
    await expectToast('Marked as failed');
  });
});
