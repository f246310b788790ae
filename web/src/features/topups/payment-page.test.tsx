import { getSandboxPayment, paySandboxPayment, type SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, field, pressTwice } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';
import { orderOf } from './mistake-form.tsx';
import { PaymentPage } from './payment-page.tsx';

const token = 'A'.repeat(43);
const at = '2026-03-01T10:00:00.000Z';

type Seen = SandboxPayment['payments'][number];

const btcSeen: Seen = {
  currency: 'BTC',
  amount: '0.00095000',
  usdValue: '57.00',
  state: 'seen',
  problem: null,
  isPriced: false,
  isCredited: false,
  seenAt: at,
};

function paymentOf(payment: Partial<SandboxPayment> = {}): SandboxPayment {
  return {
    state: 'awaiting_payment',
    amountUsd: '57.00',
    creditAmount: '100.00000000',
    creditCurrency: 'MRCY',
    createdAt: at,
    expiresAt: new Date(Date.now() + 30 * 60 * 1000).toISOString(),
    paidWith: null,
    missingUsd: '57.00',
    payments: [],
    offers: [
      { currency: 'BTC', network: 'Bitcoin', amount: '0.00095000' },
      { currency: 'LTC', network: 'Litecoin', amount: '0.81000000' },
    ],
    timeline: [{ state: 'awaiting_payment', at }],
    ...payment,
  };
}

const seen = paymentOf({ state: 'payment_seen', paidWith: 'BTC', missingUsd: '0.00', payments: [btcSeen] });
const completed = paymentOf({
  state: 'completed',
  paidWith: 'BTC',
  missingUsd: '0.00',
  payments: [{ ...btcSeen, state: 'confirmed', isCredited: true }],
});
const underpaid = paymentOf({
  state: 'underpaid',
  paidWith: 'LTC',
  missingUsd: '37.00',
  payments: [{ ...btcSeen, currency: 'LTC', amount: '0.28510000', usdValue: '20.00', state: 'confirmed' }],
});
const expired = paymentOf({ state: 'expired' });

const replyOf = (payment: SandboxPayment) => ({ success: true, payment }) as const;
const coin = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const pay = () => button('Pay now');
const heading = (name: string) => page.getByRole('heading', { name });
const bodies = () => server.calls(paySandboxPayment).map(({ body }) => body);

async function open(payment: SandboxPayment) {
  server.reply(getSandboxPayment, replyOf(payment));
  await renderApp(<PaymentPage token={token} />);
  // Of what has become of the payment: nothing has it while it is loaded.
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
}

describe('a payment that is waited for', () => {
  it('says what is due, what is credited, and that no real coins move, to anybody who has the link', async () => {
    await open(paymentOf());
    await expect.element(page.getByText('This is a test payment. No real coins are moved.')).toBeVisible();
    await expect.element(heading('Amount due')).toBeVisible();
    await expect.element(coin('Bitcoin')).toBeChecked();
    await expect.element(coin('Litecoin')).not.toBeChecked();
    expect(server.calls(getSandboxPayment)[0]).toMatchObject({ params: { token }, token: null });
  });

  it('is paid with the coin that was chosen, once however fast it is pressed', async () => {
    await open(paymentOf());
    await coin('Litecoin').click();
    const held = server.hold(paySandboxPayment, replyOf(seen));
    pressTwice(pay());
    await expect.element(pay()).toHaveAttribute('aria-busy', 'true');
    await expect.element(coin('Bitcoin')).toBeDisabled();
    server.reply(getSandboxPayment, replyOf(seen));
    held.release();
    await expect.element(heading('Payment detected')).toBeVisible();
    expect(bodies()).toEqual([{ currency: 'LTC' }]);
    expect(server.calls(paySandboxPayment)[0]?.params).toEqual({ token });
  });

  it('counts its time down to nothing, and not below', async () => {
    holdClock();
    await open(paymentOf({ expiresAt: new Date(Date.now() + 65_000).toISOString() }));
    const left = page.getByRole('timer');
    await expect.element(left).toMatchTextContent(/1:0[345]/);
    await passTime(60_000);
    await expect.element(left).toMatchTextContent(/0:0[345]/);
    await passTime(7_000);
    await expect.element(left).toMatchTextContent('0:00');
  });

  it('is asked about every five seconds', async () => {
    holdClock();
    await open(paymentOf());
    const before = server.callCount(getSandboxPayment);
    await passTime(4_500);
    expect(server.callCount(getSandboxPayment)).toBe(before);
    server.reply(getSandboxPayment, replyOf(completed));
    await passTime(600);
    expect(server.callCount(getSandboxPayment)).toBe(before + 1);
    await expect.element(heading('Payment complete')).toBeVisible();
  });

  it.each([
    ['PaymentNotPayable', 'It can’t be paid.', 'It can’t be paid.'],
    ['Busy', '', 'The payment failed. Please try again.'],
  ] as const)('refused with %s and "%s" says: %s', async (code, message, text) => {
    await open(paymentOf());
    server.refuse(paySandboxPayment, code, { message });
    await pay().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    await expect.element(pay()).not.toHaveAttribute('aria-busy');
  });

  it('shows what has become of it where paying is refused because it is over', async () => {
    await open(paymentOf());
    server.refuse(paySandboxPayment, 'PaymentNotPayable', { message: 'It can’t be paid.' });
    server.reply(getSandboxPayment, replyOf(expired));
    await pay().click();
    await expect.element(heading('This payment has expired')).toBeVisible();
  });
});

describe('a payment of too little', () => {
  it('says what is missing, and the rest is paid with the same coin', async () => {
    await open(underpaid);
    await expect.element(heading('Still to pay')).toBeVisible();
    await expect.element(page.getByText(/Pay the remaining .*37\.00/)).toBeVisible();
    await expect.element(coin('Litecoin')).toBeChecked();
    server.reply(paySandboxPayment, replyOf(completed));
    server.reply(getSandboxPayment, replyOf(completed));
    await button('Pay the rest').click();
    await expect.element(heading('Payment complete')).toBeVisible();
    expect(bodies()).toEqual([{ currency: 'LTC' }]);
  });
});

describe('a payment that was seen', () => {
  it('is asked about every second and a half until it is confirmed, and then no more', async () => {
    holdClock();
    await open(seen);
    await expect.element(page.getByRole('status')).toMatchTextContent('Payment detected');
    const atFirst = server.callCount(getSandboxPayment);
    await expect.poll(() => server.callCount(getSandboxPayment)).toBe(atFirst + 1);
    const before = server.callCount(getSandboxPayment);
    await passTime(1_400);
    expect(server.callCount(getSandboxPayment)).toBe(before);
    server.reply(getSandboxPayment, replyOf(completed));
    await passTime(200);
    expect(server.callCount(getSandboxPayment)).toBe(before + 1);
    await expect
      .element(page.getByRole('status'))
      .toMatchTextContent('The money has been added to the wallet.');
    await passTime(60_000);
    expect(server.callCount(getSandboxPayment)).toBe(before + 1);
  });

  it('can’t be paid again, and leads back', async () => {
    await open(completed);
    await expect.element(heading('Payment complete')).toBeVisible();
    expect(pay().query()).toBeNull();
    await expect
      .element(page.getByRole('link', { name: 'Back to Mercury' }))
      .toHaveAttribute('href', '/dashboard');
  });
});

describe('a payment whose time is over', () => {
  it('says that nothing was paid, and credits nothing', async () => {
    await open(expired);
    await expect.element(page.getByRole('status')).toMatchTextContent('Nothing was paid.');
    expect(page.getByText('Added to the wallet').query()).toBeNull();
  });

  it.each([
    ['0.01', 'What was paid is not lost. See the payments below.'],
    ['0.00', 'Nothing was paid. Start a new top-up from your dashboard.'],
  ])('to which %s dollars came says: %s', async (usdValue, text) => {
    await open({ ...expired, payments: [{ ...btcSeen, usdValue, state: 'confirmed', problem: 'late' }] });
    await expect.element(page.getByRole('status')).toMatchTextContent(text);
  });
});

describe('what the rate did not cover', () => {
  const excess: Seen = { ...btcSeen, state: 'confirmed', problem: 'excess', isPriced: true };
  const claim = () => page.getByRole('link', { name: 'Claim' });

  it.each([
    ['is paid', completed],
    ['is still to pay', underpaid],
  ] as const)('leads to where it is claimed, where the rest %s', async (_, payment) => {
    await open({ ...payment, payments: [excess] });
    const where = '/dashboard/transactions?type=TOPUP&status=PENDING';
    await expect.element(claim()).toHaveAttribute('href', where);
  });

  it.each([
    ['not final', { state: 'seen' }],
    ['without a price', { isPriced: false }],
    ['claimed already', { isCredited: true }],
    ['worth nothing', { usdValue: '0.00' }],
    ['covered by the rate', { problem: null }],
  ] as const)('leads nowhere while it is %s', async (_, payment) => {
    await open({ ...completed, payments: [{ ...excess, ...payment }] });
    await expect.element(page.getByTestId('payment')).toBeVisible();
    expect(claim().query()).toBeNull();
  });
});

describe('what can go wrong', () => {
  const summary = () => page.getByText('Try out what can go wrong');
  const amount = () => field('Amount to send');
  const send = () => button('Send this payment');
  const sentCoin = () => page.getByRole('combobox', { name: 'Coin to send' });

  async function openMistakes(payment = paymentOf()) {
    await open(payment);
    server.reply(paySandboxPayment, replyOf(payment));
    await summary().click();
    await expect.element(amount()).toBeVisible();
  }

  it('is another coin than the chosen one, of which nothing typed before is kept', async () => {
    await openMistakes();
    await amount().fill('1');
    await sentCoin().selectOptions('Litecoin (LTC)');
    await expect.element(amount()).toHaveValue('');
    await amount().fill('0.5');
    await send().click();
    await expect.poll(bodies).toEqual([{ currency: 'BTC', sentCurrency: 'LTC', amount: '0.5' }]);
    await expect.element(amount()).toHaveValue('');
  });

  it('is another amount of the same coin', async () => {
    await openMistakes();
    await amount().fill('0.0001');
    await send().click();
    await expect.poll(bodies).toEqual([{ currency: 'BTC', amount: '0.0001' }]);
  });

  it('is sent without an amount only where something is missing, and never of nothing', async () => {
    await openMistakes();
    await amount().fill('0.000');
    await expect.element(send()).toBeDisabled();
    await amount().fill('');
    await expect.element(send()).toBeEnabled();
    await send().click();
    await expect.poll(bodies).toEqual([{ currency: 'BTC' }]);
  });

  it('can’t be left empty where nothing is missing', async () => {
    await openMistakes(completed);
    await expect.element(send()).toBeDisabled();
    await amount().fill('0.1');
    await expect.element(send()).toBeEnabled();
  });

  it('that is refused says why, and keeps the amount', async () => {
    await openMistakes();
    server.refuse(paySandboxPayment, 'AmountOutOfRange', { message: 'Too much.' });
    await amount().fill('9');
    await send().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too much.');
    await expect.element(amount()).toHaveValue('9');
  });
});

describe('a link', () => {
  it('to no payment says so, and leads back', async () => {
    server.refuse(getSandboxPayment, 'NotFound', { message: 'No such payment.' });
    await renderApp(<PaymentPage token={token} />);
    await expect.element(page.getByText('Payment not found')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Back to Mercury' })).toBeVisible();
  });

  it('whose payment can’t be loaded says so, and can be tried again', async () => {
    server.refuse(getSandboxPayment, 'RateLimitExceeded', { message: 'Too often.' });
    await renderApp(<PaymentPage token={token} />);
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/Failed to load the payment.*Too often\./);
    server.reply(getSandboxPayment, replyOf(paymentOf()));
    await button('Try again').click();
    await expect.element(pay()).toBeVisible();
  });
});

it('sends what is missing, in the chosen coin, where nothing else is said', () => {
  expect(orderOf({ chosen: 'BTC', sent: 'BTC', amount: '' })).toEqual({ currency: 'BTC' });
});

it('names the coin that is sent by mistake beside the one that was chosen', () => {
  expect(orderOf({ chosen: 'BTC', sent: 'ETH', amount: '0.5' })).toEqual({
    currency: 'BTC',
    sentCurrency: 'ETH',
    amount: '0.5',
  });
});
