import { acceptQuote, createQuote } from '@mercury/contract/api/trade.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { expectPath, onBrowserHistory } from '../../test/browser-history.ts';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, field } from '../../test/fields.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { serveOffers, traded } from '../../test/trade-samples.ts';
import { TradePanel } from './trade-page.tsx';
import { offersKey } from './use-offer.ts';

const wallets = [walletOf(), walletOf({ currency: 'USD', balance: '500.00' })];
const give = () => field('You pay');
const get = () => field('You get');
const confirm = () => button('Confirm');

describe('what was typed into the ticket', () => {
  onBrowserHistory('/dashboard/trade?type=BUY&to=MRCY');

  const show = () => renderApp(<TradePanel wallets={wallets} />, { isInBrowser: true });

  async function begin() {
    holdClock();
    serveAccount({ wallets });
    serveOffers();
    signIn(sara);
    return show();
  }

  async function openReview() {
    await give().fill('100');
    await passTime(300);
    await button('Review order').click();
    await expect.element(confirm()).toBeVisible();
    await passTime(600);
  }

  it('is there after a reload, and has a new offer', async () => {
    const { unmount } = await begin();
    await get().fill('50');
    await passTime(300);
    await expect.element(give()).toHaveValue('25');
    await unmount();
    queryClient.removeQueries({ queryKey: offersKey });
    await show();
    await expect.element(get()).toHaveValue('50');
    await expect.element(give()).toHaveValue('25');
    expect(server.callCount(createQuote)).toBeGreaterThan(1);
  });

  it('is there after a reload of the review', async () => {
    const { unmount } = await begin();
    await openReview();
    await unmount();
    await show();
    await expectPath('/dashboard/trade?type=BUY&to=MRCY&from=USD');
    await expect.element(give()).toHaveValue('100');
  });

  it('is not there once it was confirmed', async () => {
    const { unmount } = await begin();
    await openReview();
    const held = server.hold(acceptQuote, traded);
    await confirm().click();
    await expect.poll(() => server.callCount(acceptQuote)).toBe(1);
    await unmount();
    await show();
    held.release();
    await expect.element(give()).toHaveValue('');
  });

  it('is not there after the trade, even if the outcome is left by Back', async () => {
    await begin();
    await openReview();
    server.reply(acceptQuote, traded);
    await confirm().click();
    await expect.element(page.getByText('Added to your balance', { exact: true })).toBeVisible();
    history.back();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(give()).toHaveValue('');
  });

  it('is there after a look at the ways to add money, from a review that found too little', async () => {
    await begin();
    await openReview();
    server.refuse(acceptQuote, 'InsufficientBalance', { message: 'Too little.' });
    await confirm().click();
    await button('Add money').click();
    await expect.poll(() => location.search).toContain('dialog=add-money&dialog-currency=USD');
    history.back();
    await expectPath('/dashboard/trade?type=BUY&to=MRCY&from=USD');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(give()).toHaveValue('100');
  });
});
