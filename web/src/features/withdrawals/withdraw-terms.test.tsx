import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Config } from '../../domain/config-query.ts';
import { button, expectFieldError, expectFieldRight, field } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { configOf, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { WithdrawalOutcome } from './withdrawal-outcome.tsx';

const destination = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const amount = () => field('Amount');
const address = () => field('Destination address');
const confirm = () => button('Confirm withdrawal');

interface Opening {
  currency?: 'BTC' | 'ETH';
  balance?: string;
  config?: Partial<Config>;
}

async function renderDialog({ currency = 'BTC', balance = '1.00000000', config = {} }: Opening = {}) {
  serveAccount({ wallets: [walletOf(), walletOf({ currency, balance })], config });
  const onDeposit = listener();
  await renderApp(<WithdrawDialog isOpen currency={currency} onClose={listener()} onDeposit={onDeposit} />, {
    as: sara,
  });
  await expect.element(amount()).toBeVisible();
  return { onDeposit };
}

describe('the address', () => {
  it.each([
    ['', 'Enter the destination address'],
    ['bc1 q', 'This contains characters that can’t be in an address.'],
  ])('refuses the address %j at its field', async (text, reason) => {
    await renderDialog();
    await amount().fill('0.1');
    await address().fill(text);
    await button('Review withdrawal').click();
    await expectFieldError(address(), reason);
    await expect.element(address()).toHaveFocus();
  });

  it.each([
    [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      /^This looks like an address on \u2068Ethereum\u2069, but this/,
    ],
    [`${destination.slice(0, -1)}5`, /^This address has a typo/],
    [sara.walletAddress, /^This is a Mercury address. Make a transfer instead/],
    ['hello', /^This isn’t a valid \u2068Bitcoin\u2069 address/],
  ])('%s is told to be wrong while it is typed', async (text, reason) => {
    await renderDialog();
    await address().fill(text);
    await expect.element(address()).toHaveAccessibleDescription(reason);
    await expect.element(address()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(address()).toHaveFocus();
    await address().fill(destination);
    await expectFieldRight(address());
    await expect
      .element(address())
      .toHaveAccessibleDescription('This is a valid \u2068Bitcoin\u2069 address.');
  });

  it('of which a part is missing is let be until the person leaves the field', async () => {
    await renderDialog();
    await address().fill(destination.slice(0, 20));
    await expectFieldRight(address());
    await amount().click();
    await expectFieldError(address(), 'This address is too short: part of it is missing.');
    await address().fill(destination);
    await expectFieldRight(address());
  });

  it('is held against the network of the chosen currency', async () => {
    await renderDialog({ currency: 'ETH' });
    await address().fill(destination);
    await expectFieldError(
      address(),
      'This looks like an address on \u2068Bitcoin\u2069, but this currency is sent over \u2068Ethereum\u2069.',
    );
    await amount().fill('0.5');
    await button('Review withdrawal').click();
    await expect.element(address()).toHaveFocus();
    expect(confirm().query()).toBeNull();
  });
});

describe('how long it takes', () => {
  const onTheNetwork = 'Often sooner on Bitcoin: usually within 60 minutes once sent';

  it('is often less than the business days where money is paid out by itself: what the network takes', async () => {
    await renderDialog();
    await expect.element(page.getByText('Arrival: 1–3 business days')).toBeVisible();
    await expect.element(page.getByText(onTheNetwork)).toBeVisible();
    await amount().fill('0.1');
    await address().fill(destination);
    await button('Review withdrawal').click();
    await expect.element(confirm()).toBeVisible();
    await expect
      .element(page.getByText('1–3 business days, often sooner: usually within 60 minutes once sent'))
      .toBeVisible();
  });

  it('is the business days alone where the operator sends by hand', async () => {
    const { rail } = configOf();
    await renderDialog({ config: { rail: { ...rail, canPayOut: false } } });
    await expect.element(page.getByText('Arrival: 1–3 business days')).toBeVisible();
    expect(page.getByText(onTheNetwork).query()).toBeNull();
  });
});

it('offers a deposit where there is nothing of the currency, and tells all the same what it costs', async () => {
  const { onDeposit } = await renderDialog({ balance: '0.00000000' });
  await expect.element(page.getByText('No BTC to withdraw')).toBeVisible();
  await expect.element(page.getByText('Fee: 1%')).toBeVisible();
  await expect.element(page.getByText('Arrival: 1–3 business days')).toBeVisible();
  await amount().fill('0.1');
  await address().fill(destination);
  await button('Review withdrawal').click();
  await expectFieldError(amount(), 'Your balance is too low for this amount.');
  await button('Deposit').click();
  expect(onDeposit).toHaveBeenCalledWith('BTC');
});

it('that was cancelled shows no failure, and no fee', async () => {
  serveAccount();
  const cancelled = transactionOf({ type: 'WITHDRAW', status: 'FAILED', state: 'cancelled' });
  const { container } = await renderApp(<WithdrawalOutcome transaction={cancelled} onDone={listener()} />, {
    as: sara,
  });
  await expect.element(page.getByText('Withdrawal canceled')).toBeVisible();
  expect(page.getByText('Fees', { exact: true }).query()).toBeNull();
  expect(page.getByText('Recipient gets', { exact: true }).query()).toBeNull();
  expect(container.querySelector('.lucide-circle-x')).toBeNull();
});
