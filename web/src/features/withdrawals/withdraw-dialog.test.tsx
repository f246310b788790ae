import { getConfig } from '@mercury/contract/api/config.ts';
import { getTransaction, listTransactions, type Transaction } from '@mercury/contract/api/transactions.ts';
import { resendWithdrawalCode, verifyWithdrawal, withdraw } from '@mercury/contract/api/withdrawals.ts';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Config } from '../../domain/config-query.ts';
import { recentRecipientsQuery } from '../../domain/transactions.ts';
import { holdClock, nextFrames, passTime } from '../../test/clock.ts';
import { button, expectFieldError, expectFieldRight, field, paste, pressTwice } from '../../test/fields.ts';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { configOf, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { CodeTimeLeft } from './code-step.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const destination = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const wallet = walletOf({ currency: 'BTC', balance: '1.00000000' });
/** What the operator takes for the network since they last set it. */
const withNetworkFee = (networkFee: string, withdrawalMin: string): Partial<Config> => ({
  assets: configOf().assets.map((asset) =>
    asset.code === 'BTC' ? Object.assign(asset, { networkFee, withdrawalMin }) : asset,
  ),
});
const [amount, address] = [() => field('Amount'), () => field('Destination address')];
const confirm = () => button('Confirm withdrawal');

function withdrawalOf(transaction: Partial<Transaction> = {}): Transaction {
  return transactionOf({
    type: 'WITHDRAW',
    currency: 'BTC',
    amount: '0.10000000',
    fee: '0.00100000',
    netAmount: '0.09900000',
    status: 'PENDING',
    state: 'queued',
    counterparty: destination,
    completedAt: null,
    ...transaction,
  });
}

function replyOf(transaction: Transaction, verification: 'email' | null = null) {
  const isWanted = verification !== null;
  return { success: true, transaction, wallet, requiresVerification: isWanted, verification } as const;
}

function follow(transaction: Transaction) {
  server.reply(getTransaction, { success: true, transaction, message: '', entries: [], payments: [] });
}

/** Stands for any list of transactions on the page behind the dialog. */
function Behind() {
  useQuery(recentRecipientsQuery);
  return null;
}

async function renderDialog(config: Partial<Config> = {}) {
  serveAccount({ wallets: [walletOf(), wallet], config });
  const heard = { onClose: listener(), onDeposit: listener() };
  const rendered = await renderApp(
    <>
      <Behind />
      <WithdrawDialog isOpen currency="BTC" {...heard} />
    </>,
    { as: sara },
  );
  await expect.element(amount()).toBeVisible();
  return { ...heard, ...rendered };
}

async function goToReview() {
  await amount().fill('0.1');
  await address().fill(destination);
  await button('Review withdrawal').click();
  await expect.element(confirm()).toBeVisible();
}

async function confirmAndWait() {
  await confirm().click();
  await nextFrames();
}

describe('the form', () => {
  it('says while it is typed what leaves, what it costs and what arrives', async () => {
    await renderDialog();
    await amount().fill('0.1');
    const lines = () =>
      page
        .getByRole('definition')
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(lines)
      .toEqual(['0.10\u00a0BTC', 'Bitcoin', '0.001\u00a0BTC', 'None', '0.099\u00a0BTC']);
  });

  it.each([
    ['', 'Enter a valid amount'],
    ['0', 'Enter a valid amount'],
    ['1.00000001', 'Your balance is too low for this amount.'],
    ['0.00009999', 'The minimum withdrawal is \u20660.0001\u00a0BTC\u2069.'],
  ])('refuses the amount %j at its field', async (text, reason) => {
    await renderDialog();
    await amount().fill(text);
    await address().fill(destination);
    await button('Review withdrawal').click();
    await expectFieldError(amount(), reason);
    await expect.element(amount()).toHaveFocus();
    await button('Max').click();
    await expect.element(amount()).toHaveValue('1');
    await expectFieldRight(amount());
  });
});

describe('where the operator takes what the network costs', () => {
  const dear = withNetworkFee('0.00200000', '0.00400000');
  const lines = () =>
    page
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent);

  it('the form says so in a line of its own, about in US dollars too, with what arrives and the smallest withdrawal', async () => {
    await renderDialog(dear);
    await amount().fill('0.1');
    await expect
      .poll(lines)
      .toEqual([
        '0.10\u00a0BTC',
        'Bitcoin',
        '0.001\u00a0BTC',
        '0.002\u00a0BTC ≈ 120.00\u00a0USD',
        '0.097\u00a0BTC',
      ]);
    await expect.element(page.getByText('Network fee', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Minimum withdrawal: \u20660.004\u00a0BTC\u2069')).toBeVisible();
  });

  it('less than covers it is refused at the field, and all of the balance is not', async () => {
    await renderDialog(dear);
    await address().fill(destination);
    await amount().fill('0.00399999');
    await button('Review withdrawal').click();
    await expectFieldError(amount(), 'The minimum withdrawal is \u20660.004\u00a0BTC\u2069.');
    await button('Max').click();
    await button('Review withdrawal').click();
    await expect.element(confirm()).toBeVisible();
    await expect.poll(lines).toContain('0.988\u00a0BTC');
  });

  it('the review shows it, and what was shown is what is asked for', async () => {
    await renderDialog(dear);
    await goToReview();
    const review = page.getByRole('dialog', { name: 'Check and confirm' }).element().textContent;
    for (const part of [
      'Fee (1%)0.001',
      'Network fee0.002',
      'Recipient gets0.097',
      'Minimum withdrawal0.004',
    ]) {
      expect(review).toContain(part);
    }
    holdClock();
    server.reply(withdraw, replyOf(withdrawalOf()));
    follow(withdrawalOf());
    await confirmAndWait();
    await expect.element(page.getByText('Withdrawal accepted')).toBeVisible();
    // Named as the sum that it is by now.
    await expect.element(page.getByRole('term').filter({ hasText: /^Fees$/ })).toBeVisible();
    expect(server.calls(withdraw).map(({ body }) => body)).toMatchObject([{ fee: '0.00300000' }]);
  });

  it('and has set it since, the review shows the new one, and the next yes is to that', async () => {
    await renderDialog(dear);
    await goToReview();
    holdClock();
    server.refuse(withdraw, 'QuoteChanged', { message: 'Please look again.' });
    server.reply(getConfig, configOf(withNetworkFee('0.00500000', '0.01000000')));
    await confirmAndWait();
    await expect.element(page.getByText('Please look again.')).toBeVisible();
    await expect.poll(lines).toContain('0.094\u00a0BTC');
    await expect.element(confirm()).toHaveAttribute('aria-disabled', 'true');
    await passTime(600);
    server.reply(withdraw, replyOf(withdrawalOf()));
    follow(withdrawalOf());
    await confirmAndWait();
    await expect.element(page.getByText('Withdrawal accepted')).toBeVisible();
    const [first, second] = server.calls(withdraw);
    expect(second?.body).toMatchObject({ fee: '0.00600000' });
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });
});

describe('the review', () => {
  it('says what arrives, at which whole address, by which network and when', async () => {
    await renderDialog();
    await goToReview();
    const text = page.getByRole('dialog', { name: 'Check and confirm' }).element().textContent;
    for (const part of [
      '0.10\u00a0BTC',
      'Fee (1%)',
      '0.099\u00a0BTC',
      destination,
      'Bitcoin',
      '1–3 business days',
      '0.90\u00a0BTC',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('leads back to the form as it was filled in', async () => {
    await renderDialog();
    await goToReview();
    await button('Back').click();
    await expect.element(amount()).toHaveValue('0.1');
    await expect.element(address()).toHaveValue(destination);
  });
});

describe('a withdrawal', () => {
  it('is made once however fast it is confirmed', async () => {
    await renderDialog();
    await goToReview();
    const answer = server.hold(withdraw, replyOf(withdrawalOf()));
    follow(withdrawalOf());
    pressTwice(confirm());
    await expect.element(confirm()).toHaveAttribute('aria-busy', 'true');
    expect(page.getByText('Withdrawal accepted').query()).toBeNull();
    answer.release();
    await expect.element(page.getByText('Withdrawal accepted')).toBeVisible();
    expect(server.calls(withdraw).map(({ body }) => body)).toEqual([
      { currency: 'BTC', amount: '0.10000000', address: destination, fee: '0.00100000' },
    ]);
  });

  it('made the same way twice pays out twice: each has a key of its own', async () => {
    server.reply(withdraw, replyOf(withdrawalOf()));
    follow(withdrawalOf());
    for (let time = 0; time < 2; time += 1) {
      const { unmount } = await renderDialog();
      await goToReview();
      holdClock();
      await confirmAndWait();
      await expect.element(page.getByText('Withdrawal accepted')).toBeVisible();
      vi.useRealTimers();
      await unmount();
    }
    const [first, second] = server.calls(withdraw);
    expect(second?.body).toEqual(first?.body);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  it('whose answer was lost is tried again under the same key', async () => {
    await renderDialog();
    await goToReview();
    holdClock();
    server.loseAnswer(withdraw);
    await confirmAndWait();
    await expect.element(page.getByText('We didn’t get a response', { exact: false })).toBeVisible();
    server.reply(withdraw, replyOf(withdrawalOf()));
    follow(withdrawalOf());
    await confirmAndWait();
    await expect.element(page.getByText('Withdrawal accepted')).toBeVisible();
    const [first, second] = server.calls(withdraw);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });
});

describe('a withdrawal that is refused', () => {
  it.each([
    ['AddressNotAllowed', 'Destination address'],
    ['InvalidAddress', 'Destination address'],
    ['AddressIsInternal', 'Destination address'],
    ['InsufficientBalance', 'Amount'],
    ['AmountOutOfRange', 'Amount'],
    ['LevelLimitReached', 'Amount'],
  ] as const)('with %s says so at the field %s, which takes the focus', async (code, name) => {
    await renderDialog();
    await goToReview();
    holdClock();
    server.refuse(withdraw, code, { message: 'So it can’t go out.' });
    await confirmAndWait();
    await expectFieldError(field(name), 'So it can’t go out.');
    await expect.element(field(name)).toHaveFocus();
    await expect.element(amount()).toHaveValue('0.1');
    await expect.element(address()).toHaveValue(destination);
  });

  it('says nothing more of an address that was changed since', async () => {
    await renderDialog();
    await goToReview();
    holdClock();
    server.refuse(withdraw, 'AddressIsInternal', { message: 'This address is ours.' });
    await confirmAndWait();
    await expectFieldError(address(), 'This address is ours.');
    await address().fill('bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3');
    await expectFieldRight(address());
  });

  it.each(['RateLimitExceeded', 'Busy', 'WithdrawalNotOffered'] as const)(
    'with %s says so in the review',
    async (code) => {
      await renderDialog();
      await goToReview();
      holdClock();
      server.refuse(withdraw, code, { message: 'Not now.' });
      await confirmAndWait();
      await expect.element(page.getByText('Not now.')).toBeVisible();
      await expect.element(confirm()).toBeEnabled();
    },
  );
});

describe('the code of a withdrawal', () => {
  async function goToCode(transaction: Partial<Transaction> = {}) {
    await renderDialog();
    await goToReview();
    holdClock();
    const waiting = withdrawalOf({
      state: 'awaiting_confirmation',
      waitsUntil: new Date(Date.now() + 60_000).toISOString(),
      canCancel: true,
      ...transaction,
    });
    server.reply(withdraw, replyOf(waiting, 'email'));
    follow(waiting);
    await confirmAndWait();
    await expect.element(field('Character 1 of 6')).toHaveFocus();
    return waiting;
  }

  it('is sent by its last character, for exactly this withdrawal', async () => {
    const waiting = await goToCode();
    const queued = withdrawalOf();
    server.reply(verifyWithdrawal, { success: true, transaction: queued, wallet });
    follow(queued);
    await paste('ab12cd');
    await passTime(500);
    await expect.element(page.getByText('Withdrawal accepted')).toBeVisible();
    expect(server.calls(verifyWithdrawal).map(({ body }) => body)).toEqual([
      { transactionId: waiting.id, code: 'AB12CD' },
    ]);
  });

  it('says that it was mailed, and that another mail takes a minute', async () => {
    await goToCode({ createdAt: new Date().toISOString() });
    await expect
      .element(page.getByText('We’ve emailed you a 6-character code.', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Resend in (1:00|0:5\d)$/ })).toBeDisabled();
  });

  it('makes nobody wait for another mail longer whose clock is behind the server', async () => {
    await goToCode({ createdAt: new Date(Date.now() + 3_600_000).toISOString() });
    await expect.element(page.getByRole('button', { name: /^Resend in (1:00|0:5\d)$/ })).toBeDisabled();
  });

  it('that can’t be mailed again says so beside it', async () => {
    await goToCode();
    server.refuse(resendWithdrawalCode, 'Busy', { message: 'Not now.' });
    await button('Resend code').click();
    await expect.element(page.getByRole('dialog').getByText('Not now.')).toBeVisible();
  });

  it('that is wrong is told in place, and the boxes begin anew', async () => {
    await goToCode();
    server.refuse(verifyWithdrawal, 'InvalidOrExpiredCode', { message: 'This code is wrong.' });
    await paste('ab12cd');
    await passTime(500);
    await expectFieldError(field('Character 1 of 6'), 'This code is wrong.');
    await passTime(100);
    await expect.element(field('Character 1 of 6')).toHaveFocus();
    await expect.element(field('Character 1 of 6')).toHaveValue('');
  });

  it('that runs out asks for the transactions again, once', async () => {
    serveAccount();
    holdClock();
    const endsAt = new Date(Date.now() + 60_000).toISOString();
    await renderApp(
      <>
        <Behind />
        <CodeTimeLeft endsAt={endsAt} />
      </>,
      { as: sara },
    );
    await passTime(50_000);
    await expect.element(page.getByRole('timer')).toMatchTextContent(/Time left: 0:(10|0\d)/);
    const before = server.callCount(listTransactions);
    expect(before).toBeGreaterThan(0);
    await passTime(11_000);
    await expect.element(page.getByRole('timer')).toMatchTextContent('0:00');
    await passTime(10_000);
    await expect.poll(() => server.callCount(listTransactions)).toBe(before + 1);
  });
});
