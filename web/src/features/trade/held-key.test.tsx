import { expect, it } from 'vitest';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { serveOffers } from '../../test/trade-samples.ts';
import { TradePanel } from './trade-page.tsx';

it('the key that opened the review confirms nothing while it is held', async () => {
  const wallets = [walletOf(), walletOf({ currency: 'USD', balance: '500.00' })];
  holdClock();
  serveAccount({ wallets });
  serveOffers();
  await renderApp(<TradePanel wallets={wallets} />, {
    as: sara,
    at: '/dashboard/trade?type=BUY&to=MRCY',
  });
  await field('You pay').fill('100');
  await passTime(300);
  await expect.element(button('Review order')).toBeEnabled();
  await button('Review order').click();
  await expect.element(button('Confirm')).toHaveFocus();
  const press = (repeat: boolean) =>
    button('Confirm')
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }));
  // What is prevented presses no button.
  expect([press(true), press(false)]).toEqual([false, true]);
});
