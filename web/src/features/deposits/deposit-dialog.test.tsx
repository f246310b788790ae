import { getConfig } from '@mercury/contract/api/config.ts';
import { deposit, getDepositAddress } from '@mercury/contract/api/deposits.ts';
import { getTransaction } from '@mercury/contract/api/transactions.ts';
import { topUp } from '@mercury/contract/api/wallets.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdClock, nextFrames, passTime } from '../../test/clock.ts';
import { button, expectFieldError, expectToast, field, pressTwice } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { configOf, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { depositAmount } from './deposit-by-address.tsx';
import { DepositDialog } from './deposit-dialog.tsx';

const amount = () => field('Amount');
const submit = () => page.getByRole('button', { name: 'Deposit', exact: true });
const transaction = transactionOf({
  type: 'DEPOSIT',
  direction: 'in',
  currency: 'BTC',
  amount: '0.50000000',
});
const sent = { success: true, transaction, wallet: walletOf({ currency: 'BTC' }) } as const;

function serveAddress(currency: 'BTC' | 'XRP' = 'BTC'): void {
  server.reply(getDepositAddress, {
    success: true,
    currency,
    address: 'destination-of-sara',
    ...(currency === 'XRP' && { memo: '12345' }),
    network: 'Some network',
    confirmationsNeeded: 3,
  });
}

async function renderDialog(currency: 'BTC' | 'XRP' = 'BTC') {
  serveAccount();
  serveAddress(currency);
  const onClose = listener();
  await renderApp(<DepositDialog isOpen onClose={onClose} currency={currency} />, { as: sara });
  await expect.element(amount()).toBeVisible();
  return onClose;
}

async function send(text: string) {
  await amount().fill(text);
  await submit().click();
  await nextFrames();
}

it.each(['', '0', '0.00'])('the amount %j is refused at its field', async (text) => {
  await renderDialog();
  await amount().fill(text);
  await submit().click();
  await expectFieldError(amount(), 'Enter a valid amount');
  expect(server.callCount(deposit)).toBe(0);
});

it('is sent once however fast it is pressed, can’t be closed meanwhile, and ends in a receipt', async () => {
  const onClose = await renderDialog();
  const answer = server.hold(deposit, sent);
  server.reply(getTransaction, { success: true, transaction, message: '', entries: [], payments: [] });
  await amount().fill('0.5');
  pressTwice(submit());
  await expect.element(amount()).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expectToast('Please wait until the deposit is complete');
  expect(page.getByText('Deposit completed').query()).toBeNull();
  answer.release();
  await expect.element(page.getByText('Deposit completed')).toBeVisible();
  expect(server.calls(deposit).map(({ body }) => body)).toEqual([{ currency: 'BTC', amount: '0.50000000' }]);
  await button('Done').click();
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('whose answer was lost is tried again under the same key', async () => {
  await renderDialog();
  holdClock();
  server.loseAnswer(deposit);
  await send('0.6');
  await expect.element(page.getByText('We didn’t get a response', { exact: false })).toBeVisible();
  server.refuse(deposit, 'Busy', { message: 'Not now.' });
  await send('0.6');
  await expect.element(page.getByText('Not now.')).toBeVisible();
  await expect.element(amount()).toHaveValue('0.6');
  const [first, second] = server.calls(deposit);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

describe('the address', () => {
  it('stands with its QR code, its network and how deep a payment must be', async () => {
    await renderDialog();
    const section = page.getByRole('region', { name: 'Your BTC address' });
    await expect.element(section.getByText('destination-of-sara')).toBeVisible();
    await expect.element(section.getByRole('img', { name: 'QR code of your BTC address' })).toBeVisible();
    await expect.element(section.getByText('3 confirmations')).toBeVisible();
    await expect.element(button('Copy address')).toBeVisible();
  });

  it('that is shared warns of its tag', async () => {
    await renderDialog('XRP');
    await expect
      .element(page.getByText('Include the destination tag below with every payment.', { exact: false }))
      .toBeVisible();
    await expect.element(button('Copy destination tag')).toBeVisible();
  });

  it('that can’t be loaded says so, and is loaded on demand', async () => {
    serveAccount();
    server.refuse(getDepositAddress, 'DepositAddressesExhausted', { message: 'No address is left.' });
    await renderApp(<DepositDialog isOpen onClose={listener()} currency="BTC" />, { as: sara });
    await expect.element(page.getByRole('alert')).toMatchTextContent('No address is left.');
    serveAddress();
    await button('Try again').click();
    await expect.element(page.getByText('destination-of-sara').first()).toBeVisible();
  });
});

it('by a payment page has the bounds of the operator', async () => {
  await renderDialog();
  await page.getByRole('tab', { name: 'On a payment page' }).click();
  const usd = field('Amount in US dollars');
  for (const [text, reason] of [
    ['0.5', 'The minimum payment is'],
    ['10000.01', 'The maximum payment is'],
    ['', 'Enter a valid amount'],
  ] as const) {
    await usd.fill(text);
    await button('Continue to the payment page').click();
    await expectFieldError(usd, reason);
  }
  expect(server.callCount(topUp)).toBe(0);
});

it('by a payment page opens one, and leads there after a moment of processing and one of redirecting', async () => {
  await renderDialog();
  await page.getByRole('tab', { name: 'On a payment page' }).click();
  await field('Amount in US dollars').fill('57');
  holdClock();
  server.reply(topUp, {
    success: true,
    transactionId: transaction.id,
    status: 'PENDING',
    amount: '57',
    currency: 'USD',
    paymentUrl: `${location.origin}/pay/token`,
    expiresAt: '2026-03-01T10:30:00.000Z',
    instructions: '',
    transaction: transactionOf({ type: 'TOPUP', status: 'PENDING', state: 'awaiting_payment' }),
  });
  pressTwice(button('Continue to the payment page'));
  await expect.element(page.getByText('Redirecting…')).toBeVisible();
  await expect.poll(currentPath).toBe('/');
  await passTime(1500);
  await expect.poll(currentPath).toBe('/pay/token');
  expect(server.callCount(topUp)).toBe(1);
});

it('is told to be not there where the operator takes nothing', async () => {
  serveAccount();
  const { assets, rail } = configOf();
  server.reply(
    getConfig,
    configOf({
      assets: assets.filter(({ canDeposit }) => !canDeposit),
      rail: { ...rail, canTopUp: false },
    }),
  );
  await renderApp(<DepositDialog isOpen onClose={listener()} />, { as: sara });
  await expect.element(page.getByText('Deposits are not available right now.')).toBeVisible();
});

it('deposits the smallest unit of a currency, and nothing that is not above zero', () => {
  expect(depositAmount('BTC', '0.00000001')).toBe('0.00000001');
  expect(depositAmount('BTC', '2')).toBe('2.00000000');
  const nothings = ['', '0', '0.00000000', '-1', 'x', '0.000000001'];
  expect(nothings.filter((typed) => depositAmount('BTC', typed) !== undefined)).toEqual([]);
});
