import { acceptQuote, createQuote } from '@mercury/contract/api/trade.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { session } from '../../api/session.ts';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { omid, sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { serveOffers, traded } from '../../test/trade-samples.ts';
import { TradePanel } from './trade-page.tsx';
import { readUnsettledOffer, settle } from './use-accept-offer.ts';
import { offersKey } from './use-offer.ts';

const wallets = [walletOf(), walletOf({ currency: 'USD', balance: '500.00' })];
const give = () => field('You pay');
const unknown = () => page.getByText('We didn’t get a response', { exact: false });
const missed = () => page.getByText('did not go through', { exact: false });
const arrived = () => page.getByText('Added to your balance', { exact: true });

async function show(person: User = sara) {
  serveAccount({ wallets });
  return renderApp(<TradePanel wallets={wallets} />, {
    as: person,
    at: '/dashboard/trade?type=BUY&to=MRCY&from=USD',
  });
}

/** Ends with a page that is gone, like that of a person who reloads it. */
async function loseAnswer() {
  holdClock();
  serveOffers();
  const { unmount } = await show();
  await give().fill('100');
  await passTime(300);
  await button('Review order').click();
  await passTime(600);
  server.loseAnswer(acceptQuote);
  await button('Confirm').click();
  await expect.element(page.getByRole('dialog').getByText('We didn’t get', { exact: false })).toBeVisible();
  await unmount();
  await forgetPage();
}

/** What the page remembers is gone, what the browser's storage keeps stays. */
async function forgetPage(): Promise<void> {
  const kept = localStorage.getItem('unsettled');
  const offer = readUnsettledOffer();
  if (offer) await settle(offer, () => Promise.resolve());
  if (kept !== null) localStorage.setItem('unsettled', kept);
  queryClient.removeQueries({ queryKey: offersKey });
}

function expectSameTry(): void {
  const [first, ...others] = server.calls(acceptQuote);
  expect(others).toHaveLength(1);
  const { params, body, idempotencyKey } = first ?? {};
  expect(others[0]).toMatchObject({ params, body, idempotencyKey });
}

describe('after a lost answer and a reload', () => {
  it('a trade that went through is told as any other, and nothing could be ordered before', async () => {
    await loseAnswer();
    await show();
    await expect.element(unknown()).toBeVisible();
    expect(give().query()).toBeNull();
    await passTime(10_000);
    // Asking for it again while the offer stands would buy.
    expect(server.callCount(acceptQuote)).toBe(1);
    server.reply(acceptQuote, traded);
    await passTime(5000);
    await expect.element(arrived()).toBeVisible();
    expectSameTry();
    await button('Trade again').click();
    await expect.element(give()).toHaveValue('');
    expect(localStorage.getItem('unsettled')).toBeNull();
  });

  it('a trade that did not happen is told as that, and then another can be ordered', async () => {
    await loseAnswer();
    await show();
    server.refuse(acceptQuote, 'QuoteExpired', { message: 'This price has expired.' });
    await passTime(15_000);
    const terms = '\u2066100.00\u00a0USD\u2069 for \u2066200.00\u00a0MRCY\u2069';
    await expect
      .element(
        page.getByText(`Your last order, ${terms}, did not go through. Nothing has left your balance.`),
      )
      .toBeVisible();
    expectSameTry();
    const asked = server.callCount(createQuote);
    await give().fill('10');
    await passTime(300);
    await expect.poll(() => server.callCount(createQuote)).toBe(asked + 1);
    await button('Review order').click();
    await expect.element(missed()).not.toBeInTheDocument();
    expect(localStorage.getItem('unsettled')).toBeNull();
  });

  it('a trade whose own answer is forgotten is told with the way to the history', async () => {
    await loseAnswer();
    await show();
    server.refuse(acceptQuote, 'QuoteUsed', { message: 'This price has already been used.' });
    await passTime(15_000);
    await expect.element(page.getByText('Your last order went through', { exact: false })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'See your transactions' })).toBeVisible();
  });

  it('nobody has to wait: a press tries it again at once', async () => {
    await loseAnswer();
    await show();
    server.reply(acceptQuote, traded);
    await button('Try again').click();
    await expect.element(arrived()).toBeVisible();
    expectSameTry();
  });

  it('nothing is known as long as there is no answer, and nothing else can be ordered', async () => {
    await loseAnswer();
    await show();
    server.loseAnswer(acceptQuote);
    await passTime(15_000);
    await expect.poll(() => server.callCount(acceptQuote)).toBe(2);
    await expect.element(unknown()).toBeVisible();
    await passTime(60_000);
    expect(server.callCount(acceptQuote)).toBe(2);
    server.reply(acceptQuote, traded);
    await button('Try again').click();
    await expect.element(arrived()).toBeVisible();
  });

  it('another person in the same browser sees nothing of it', async () => {
    await loseAnswer();
    session.end('lost');
    const { unmount } = await show(omid);
    await expect.element(give()).toBeVisible();
    expect(unknown().query()).toBeNull();
    await unmount();
    await show(sara);
    await expect.element(unknown()).toBeVisible();
  });
});
