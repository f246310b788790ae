import { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { topUp } from '@mercury/contract/api/wallets.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdClock, nextFrames, passTime } from '../../test/clock.ts';
import {
  button,
  expectFieldError,
  expectFieldRight,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { configOf, idOf, sara, transactionOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { TopUpDialog } from './top-up-dialog.tsx';

const amount = () => field('Amount in US dollars');
const submit = () => button('Top up now');
const later = '2026-03-01T10:30:00.000Z';
const opened: ReplyOf<typeof topUp> = {
  success: true,
  transactionId: idOf(9),
  status: 'PENDING',
  amount: '25',
  currency: 'USD',
  paymentUrl: `${location.origin}/pay/token`,
  expiresAt: later,
  instructions: '',
  transaction: transactionOf({ type: 'TOPUP', status: 'PENDING', state: 'awaiting_payment' }),
};

async function renderDialog() {
  serveAccount();
  const onClose = listener();
  const rendered = await renderApp(<TopUpDialog isOpen onClose={onClose} />, { as: sara });
  await expect.element(amount()).toBeVisible();
  return { onClose, ...rendered };
}

describe('the amount', () => {
  it.each([
    ['', 'Enter a valid amount'],
    ['0', 'Enter a valid amount'],
    ['0.99', 'The minimum top-up is'],
    ['10000.01', 'The maximum top-up is'],
  ])('%j is refused at its field, once it was sent', async (text, reason) => {
    await renderDialog();
    await amount().fill(text);
    await expect.element(amount()).not.toHaveAttribute('aria-invalid');
    await submit().click();
    await expectFieldError(amount(), reason);
    expect(server.callCount(topUp)).toBe(0);
    await amount().fill('1');
    await expectFieldRight(amount());
  });

  it('has digits only, and two decimals at most', async () => {
    await renderDialog();
    await userEvent.type(amount(), '-1e2.345x');
    await expect.element(amount()).toHaveValue('12.34');
  });

  it('can be one of the common ones, and the chosen one is marked', async () => {
    await renderDialog();
    const common = page.getByRole('group', { name: 'Quick amounts' });
    await common.getByRole('button', { name: '$25', exact: true }).click();
    await expect.element(amount()).toHaveValue('25');
    await expect
      .element(common.getByRole('button', { name: '$25', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
  });
});

it('says what is credited: coins at the operator’s price, or dollars as they are', async () => {
  await renderDialog();
  await amount().fill('25');
  const credited = () =>
    page
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(credited).toContain('50.00\u00a0MRCY');
  await page.getByText('US dollars', { exact: true }).click();
  await expect.poll(credited).toContain('25.00\u00a0USD');
});

it('opens one payment however fast it is pressed, and can’t be closed meanwhile', async () => {
  const { onClose } = await renderDialog();
  const held = server.hold(topUp, opened);
  await amount().fill('25');
  pressTwice(submit());
  await expect.element(amount()).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expectToast('Please wait until your top-up is ready');
  holdClock();
  held.release();
  await expect.element(page.getByText('Redirecting…')).toBeVisible();
  expect(server.calls(topUp).map(({ body }) => body)).toEqual([
    { amount: '25.00', currency: 'USD', paymentMethod: 'CRYPTO', creditCurrency: 'MRCY' },
  ]);
  expect(onClose).not.toHaveBeenCalled();
  await passTime(1000);
  await expect.poll(currentPath).toBe('/');
  await passTime(500);
  await expect.poll(currentPath).toBe('/pay/token');
});

it('does not leave the page of whoever has closed it meanwhile', async () => {
  const { rerender } = await renderDialog();
  holdClock();
  server.reply(topUp, opened);
  await amount().fill('25');
  await submit().click();
  await expect.element(page.getByText('Redirecting…')).toBeVisible();
  await rerender(null);
  await passTime(2000);
  await expect.poll(currentPath).toBe('/');
});

describe('a top-up that is not opened', () => {
  it('for want of an answer is tried again under the same key', async () => {
    await renderDialog();
    server.loseAnswer(topUp);
    await amount().fill('25');
    await submit().click();
    await expect.element(page.getByText('We didn’t get a response', { exact: false })).toBeVisible();
    await expect.element(amount()).toHaveValue('25');
    server.refuse(topUp, 'RailUnavailable', { message: 'The payment page is closed.' });
    await submit().click();
    await expect.element(page.getByText('The payment page is closed.')).toBeVisible();
    const [first, second] = server.calls(topUp);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it.each(['AmountOutOfRange', 'RateLimitExceeded', 'Busy'] as const)(
    'with %s says so, until another amount is typed',
    async (code) => {
      await renderDialog();
      server.refuse(topUp, code, { message: 'Not now.' });
      await amount().fill('25');
      await submit().click();
      await expect.element(page.getByText('Not now.')).toBeVisible();
      await amount().fill('26');
      await expect.element(page.getByText('Not now.')).not.toBeInTheDocument();
    },
  );

  it('above what is left of the person’s level says so at the amount, until another is typed', async () => {
    await renderDialog();
    server.refuse(topUp, 'LevelLimitReached', { message: '20.00 USD are left.' });
    await amount().fill('25');
    await submit().click();
    await expectFieldError(amount(), '20.00 USD are left.');
    await amount().fill('20');
    await expectFieldRight(amount());
  });

  it('because it leads to a foreign site goes nowhere', async () => {
    await renderDialog();
    server.reply(topUp, { ...opened, paymentUrl: 'https://evil.example/pay' });
    await amount().fill('25');
    await submit().click();
    await expect.element(page.getByText('The top-up failed. Please try again.')).toBeVisible();
  });
});

it('asks for the rate once it is open, and not before', async () => {
  serveAccount();
  const { rerender } = await renderApp(<TopUpDialog isOpen={false} onClose={listener()} />, { as: sara });
  await nextFrames();
  expect(server.callCount(getConfig)).toBe(0);
  const held = server.hold(getConfig, configOf());
  await rerender(<TopUpDialog isOpen onClose={listener()} />);
  await expect.element(page.getByRole('dialog', { name: 'Top up' })).toBeVisible();
  held.release();
  await expect.element(amount()).toBeVisible();
});

it('whose rate can’t be loaded says so, and loads it on demand', async () => {
  server.refuse(getConfig, 'Busy', { message: 'Not now.' });
  await renderApp(<TopUpDialog isOpen onClose={listener()} />, { as: sara });
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to load the rate');
  server.reply(getConfig, configOf());
  await button('Try again').click();
  await expect.element(amount()).toBeVisible();
});
