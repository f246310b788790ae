import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { acceptQuote, createQuote } from '@mercury/contract/api/trade.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '../../api/session.ts';
import { holdClock, nextFrames, passTime, passUntil } from '../../test/clock.ts';
import {
  button,
  expectFieldError,
  expectFieldRight,
  field,
  pressTwice,
  typeAtOnce,
} from '../../test/fields.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { omid, sara, transactionOf, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { quoteOf, serveOffers, traded } from '../../test/trade-samples.ts';
import { formatAge } from './offer-details.tsx';
import { TradePanel } from './trade-page.tsx';

const wallets = [walletOf(), walletOf({ currency: 'USD', balance: '500.00' })];
const give = () => field('You pay');
const get = () => field('You get');
const review = () => button('Review order');
const confirm = () => button('Confirm');
const countdown = () => page.getByTestId('countdown');

async function renderPanel(person = sara) {
  holdClock();
  serveAccount({ wallets });
  serveOffers();
  return renderApp(<TradePanel wallets={wallets} />, {
    as: person,
    at: '/dashboard/trade?type=BUY&to=MRCY',
  });
}

/** Tells the moment at which the offer runs out. */
async function offerFor(amount: string): Promise<number> {
  await give().fill(amount);
  await passTime(300);
  const endsAt = Date.now() + 15_000;
  await expect.element(countdown()).toBeVisible();
  return endsAt;
}

async function openReview() {
  await review().click();
  await expect.element(confirm()).toBeVisible();
  await expect.element(confirm()).not.toHaveAttribute('aria-disabled');
}

async function leaveReview() {
  await button('Back').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText('We didn’t get a response', { exact: false })).toBeVisible();
}

/** From the panel, where the offer keeps its place. */
function tryAgain() {
  return button('Try again').click();
}

describe('an offer', () => {
  it('is asked for once the typing rests', async () => {
    await renderPanel();
    typeAtOnce(give(), ['1', '10', '100']);
    await expect.element(give()).toHaveValue('100');
    await passTime(300);
    await expect.element(get()).toHaveValue('200');
    expect(server.calls(createQuote).map(({ body }) => body)).toEqual([
      { type: 'BUY', fromCurrency: 'USD', toCurrency: 'MRCY', fromAmount: '100.00' },
    ]);
  });

  it('can’t be reviewed for an amount that it was not made for, from the first key on', async () => {
    await renderPanel();
    await offerFor('100');
    await expect.element(review()).toBeEnabled();
    typeAtOnce(give(), ['1000']);
    await nextFrames();
    expect(review().element()).toBeDisabled();
    await passTime(300);
    await expect.element(get()).toHaveValue('2000');
  });

  it('follows from what is to arrive, too', async () => {
    await renderPanel();
    await get().fill('50');
    await passTime(300);
    await expect.element(give()).toHaveValue('25');
    expect(server.calls(createQuote).at(-1)?.body).toMatchObject({ toAmount: '50.00000000' });
  });

  it('counts down, and is renewed when it runs out', async () => {
    await renderPanel();
    await offerFor('100');
    await expect.element(countdown()).toMatchTextContent(/held for 1[345] sec/);
    await passTime(5000);
    await expect.element(countdown()).toMatchTextContent(/held for (8|9|10) sec/);
    expect(server.callCount(createQuote)).toBe(1);
    await passTime(10_000);
    await expect.poll(() => server.callCount(createQuote)).toBe(2);
    await expect.element(countdown()).toMatchTextContent(/held for 1[2345] sec/);
  });

  it('is asked for no more once the page is left', async () => {
    const { unmount } = await renderPanel();
    await offerFor('100');
    await unmount();
    await passTime(60_000);
    expect(server.callCount(createQuote)).toBe(1);
  });

  it('for more than there is says so at the amount, and can’t be reviewed', async () => {
    await renderPanel();
    await offerFor('500.01');
    await expectFieldError(give(), 'to spend.');
    await expect.element(review()).toBeDisabled();
    await expect.element(button('Add money')).toBeVisible();
    await button('100%').click();
    await expect.element(give()).toHaveValue('500');
    await passTime(300);
    await expectFieldRight(give());
    await expect.element(review()).toBeEnabled();
  });

  it('outside the bounds is refused at the field that was typed into', async () => {
    await renderPanel();
    server.refuse(createQuote, 'AmountOutOfRange', { message: 'Too little.' });
    await give().fill('0.5');
    await passTime(300);
    await expectFieldError(
      give(),
      'An order must be between \u20661.00\u00a0USD\u2069 and \u20665,000.00\u00a0USD\u2069.',
    );
    await expect.element(review()).toBeDisabled();
  });

  it('above what is left of the person’s level is refused at the field, in the server’s words', async () => {
    await renderPanel();
    server.refuse(createQuote, 'LevelLimitReached', { message: '40.00 USD are left.' });
    await give().fill('100');
    await passTime(300);
    await expectFieldError(give(), '40.00 USD are left.');
    await expect.element(review()).toBeDisabled();
  });

  it.each(['PriceStale', 'TradeLimitReached', 'RateLimitExceeded'] as const)(
    'that is not made (%s) says why, and can be asked for again',
    async (code) => {
      await renderPanel();
      server.refuse(createQuote, code, { message: 'No offer now.' });
      await give().fill('100');
      await passTime(300);
      await expect.element(page.getByText('No offer now.')).toBeVisible();
      await expect.element(review()).toBeDisabled();
      serveOffers();
      await button('Try again').click();
      await expect.element(get()).toHaveValue('200');
      await expect.element(review()).toBeEnabled();
      await expect.element(page.getByText('No offer now.')).not.toBeInTheDocument();
    },
  );
});

describe('a trade', () => {
  it('is exactly what was reviewed, made once however fast it is confirmed', async () => {
    await renderPanel();
    await offerFor('100');
    await openReview();
    server.reply(acceptQuote, traded);
    pressTwice(confirm());
    await expect.element(page.getByText('Added to your balance', { exact: true })).toBeVisible();
    expect(server.calls(acceptQuote).map(({ body }) => body)).toEqual([
      { fromAmount: '100.00', toAmount: '200.00000000' },
    ]);
  });

  it('can be confirmed as soon as it is shown, but not by the second press of a double click', async () => {
    await renderPanel();
    await offerFor('100');
    await review().click();
    await expect.element(confirm()).toBeVisible();
    expect(confirm().element().getAttribute('aria-disabled')).toBeNull();
    server.reply(acceptQuote, traded);
    confirm()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }));
    await nextFrames();
    expect(server.callCount(acceptQuote)).toBe(0);
    await confirm().click();
    await expect.element(page.getByText('Added to your balance', { exact: true })).toBeVisible();
  });

  it('at the same figures needs no rest when its offer is renewed', async () => {
    await renderPanel();
    await offerFor('100');
    await openReview();
    await passTime(15_000);
    await expect.poll(() => server.callCount(createQuote)).toBe(2);
    await expect.element(confirm()).not.toHaveAttribute('aria-disabled');
  });

  it('at other figures than before has to be looked at first', async () => {
    await renderPanel();
    const endsAt = await offerFor('100');
    await openReview();
    serveOffers(1.5);
    // Not further: the rest counts from the coming of the next offer.
    await passUntil(endsAt + 100);
    const [now, before] = ['\u2066150.00\u00a0MRCY\u2069', '\u2066200.00\u00a0MRCY\u2069'];
    const told = `The price has changed: you now get ${now} instead of ${before}. Confirm only if you agree.`;
    await expect.element(page.getByText(told)).toBeVisible();
    await expect.element(confirm()).toHaveAttribute('aria-disabled', 'true');
    server.reply(acceptQuote, traded);
    await passTime(600);
    await confirm().click();
    await expect.element(page.getByText('Added to your balance', { exact: true })).toBeVisible();
    expect(server.calls(acceptQuote).map(({ body }) => body)).toEqual([
      { fromAmount: '100.00', toAmount: '150.00000000' },
    ]);
  });

  it('whose answer was lost comes first: the same offer, under the same key', async () => {
    await renderPanel();
    await offerFor('100');
    await openReview();
    server.loseAnswer(acceptQuote);
    await confirm().click();
    await expect
      .element(page.getByRole('dialog').getByText('We didn’t get a response', { exact: false }))
      .toBeVisible();
    await leaveReview();
    expect(review().query()).toBeNull();
    server.reply(acceptQuote, traded);
    await tryAgain();
    await expect.element(page.getByText('Added to your balance', { exact: true })).toBeVisible();
    const [first, second] = server.calls(acceptQuote);
    expect(second).toMatchObject({ params: first?.params, idempotencyKey: first?.idempotencyKey });
    await button('Trade again').click();
    await offerFor('10');
    await expect.element(review()).toBeEnabled();
  });

  it('whose answer was lost stays the same where the next try came too early, which is said of that try only', async () => {
    await renderPanel();
    await offerFor('100');
    await openReview();
    server.loseAnswer(acceptQuote);
    await confirm().click();
    await leaveReview();
    server.refuse(acceptQuote, 'RateLimitExceeded', { message: 'Too many tries.' });
    await tryAgain();
    await expect.element(page.getByText('Too many tries.')).toBeVisible();
    const held = server.hold(acceptQuote, traded);
    await tryAgain();
    await expect.element(page.getByText('Checking whether', { exact: false })).toBeVisible();
    expect(page.getByText('Too many tries.').query()).toBeNull();
    held.release();
    await expect.element(page.getByText('Added to your balance', { exact: true })).toBeVisible();
    const [first, ...others] = server.calls(acceptQuote);
    expect(others).toHaveLength(2);
    for (const { params, idempotencyKey } of others) {
      expect({ params, idempotencyKey }).toEqual({
        params: first?.params,
        idempotencyKey: first?.idempotencyKey,
      });
    }
  });

  it('whose market has moved is offered anew with the refusal, and that has to be looked at first', async () => {
    await renderPanel();
    await offerFor('100');
    await openReview();
    const call = server.calls(createQuote).at(-1);
    if (!call) throw new Error('no offer was asked for');
    server.refuse(acceptQuote, 'QuoteMoved', { message: 'The market has moved.', quote: quoteOf(call, 1.5) });
    await confirm().click();
    await expect.element(page.getByText('The market has moved.')).toBeVisible();
    await expect.element(page.getByText('The price has changed', { exact: false })).toBeVisible();
    await expect.element(confirm()).toHaveAttribute('aria-disabled', 'true');
    expect(server.callCount(createQuote)).toBe(1);
    server.reply(acceptQuote, traded);
    await passTime(600);
    await confirm().click();
    await expect.element(page.getByText('Added to your balance', { exact: true })).toBeVisible();
    expect(server.calls(acceptQuote).at(-1)?.body).toEqual({
      fromAmount: '100.00',
      toAmount: '150.00000000',
    });
  });

  it('whose market has moved is good no longer than the server says, however long the refusal took', async () => {
    await renderPanel();
    await offerFor('100');
    await openReview();
    const call = server.calls(createQuote).at(-1);
    if (!call) throw new Error('no offer was asked for');
    const quote = quoteOf(call, 1.5);
    const held = server.holdRefusal(acceptQuote, 'QuoteMoved', { message: 'The market has moved.', quote });
    await confirm().click();
    await passTime(10_000);
    held.release();
    await expect.element(page.getByText('The market has moved.')).toBeVisible();
    await expect
      .element(page.getByRole('dialog').getByTestId('countdown'))
      .toMatchTextContent(/held for [1-5] sec/);
  });

  it.each(['QuoteExpired', 'QuoteChanged', 'InsufficientBalance', 'TradeLimitReached'] as const)(
    'that is refused with %s says so, and has a new offer',
    async (code) => {
      await renderPanel();
      await offerFor('100');
      await openReview();
      server.refuse(acceptQuote, code, { message: 'Not at this price.' });
      await confirm().click();
      await expect.element(page.getByText('Not at this price.')).toBeVisible();
      await expect.poll(() => server.callCount(createQuote)).toBe(2);
    },
  );
});

it.each([
  ['BUY', 'Purchase complete', 'Paid'],
  ['SELL', 'Sale complete', 'Sold'],
  ['EXCHANGE', 'Exchange complete', 'Exchanged'],
] as const)('says at the end of a trade (%s) what happened', async (type, title, gave) => {
  const sides = { fromCurrency: 'BTC', toCurrency: 'MRCY' } as const;
  holdClock();
  serveAccount({ wallets });
  server.replyBy(createQuote, (call): ReplyOf<typeof createQuote> => ({
    success: true,
    quote: { ...quoteOf(call), type, ...sides, fromAmount: '0.01000000', fee: '0.00002000' },
  }));
  const trade = {
    ...sides,
    fromAmount: '0.01000000',
    fee: '0.00002000',
    feeCurrency: 'BTC',
    toAmount: '1000.00000000',
    rate: { base: 'BTC', quote: 'MRCY', value: '100000' },
    isRecurring: false,
    market: null,
  } as const;
  server.reply(acceptQuote, { ...traded, transaction: transactionOf({ type, trade }) });
  const held = [walletOf({ currency: 'BTC', balance: '500.00' })];
  await renderApp(<TradePanel wallets={held} />, {
    as: sara,
    at: `/dashboard/trade?type=${type}&from=BTC&to=MRCY`,
  });
  await page.getByRole('textbox').first().fill('0.01');
  await passTime(300);
  await openReview();
  await confirm().click();
  const outcome = page.getByRole('dialog', { name: title });
  await expect.element(outcome.getByText('Added to your balance', { exact: true })).toBeVisible();
  const labels = outcome.getByRole('term').elements();
  expect(labels.map((label) => label.textContent)).toEqual([gave, 'Includes a fee of', 'Rate']);
});

it('another person in the same browser sees no unsettled offer of the former', async () => {
  const { unmount } = await renderPanel();
  await offerFor('100');
  await openReview();
  server.loseAnswer(acceptQuote);
  await confirm().click();
  await expect
    .element(page.getByRole('dialog').getByText('We didn’t get a response', { exact: false }))
    .toBeVisible();
  await unmount();
  session.end('signedOut');
  const second = await renderPanel(omid);
  await expect.element(give()).toBeVisible();
  expect(page.getByText('We didn’t get a response', { exact: false }).query()).toBeNull();
  await second.unmount();
  session.end('signedOut');
  signIn(sara);
  await renderPanel();
  await expect.element(page.getByText('We didn’t get a response', { exact: false })).toBeVisible();
});

it.each([
  [-500, 'now'],
  [0, 'now'],
  [20_900, '20 sec ago'],
  [119_999, '119 sec ago'],
  [120_000, '2 min ago'],
])('tells an age of %i ms as "%s"', (ageMs, shown) => {
  expect(formatAge(ageMs, 'en-GB')).toBe(shown);
});
