import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectFieldRight, field } from '../../test/fields.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { serveOffers } from '../../test/trade-samples.ts';
import { TradePanel } from './trade-page.tsx';

async function open(search: string, wallets: Wallet[] = []) {
  holdClock();
  serveAccount({ wallets });
  serveOffers();
  await renderApp(<TradePanel wallets={wallets} />, {
    as: sara,
    at: `/dashboard/trade${search}`,
  });
}

describe('somebody without money', () => {
  it.each(['BUY', 'SELL', 'EXCHANGE'])('is told so once (%s), with the way to some', async (type) => {
    await open(`?type=${type}`);
    await expect.element(page.getByText('You have nothing to trade with yet.')).toBeVisible();
    expect(page.getByText(/^You have|^Available|^Enter an amount/).elements()).toHaveLength(1);
    expect(button('100%').query()).toBeNull();
    await button('Add money').click();
    await expect
      .poll(currentPath)
      .toContain(`dialog=add-money&dialog-currency=${type === 'BUY' ? 'USD' : 'BTC'}`);
  });

  it('can still see a price, and is not told again that there is nothing', async () => {
    await open('?type=BUY&to=MRCY');
    await field('You pay').fill('100');
    await passTime(300);
    await expect.element(page.getByTestId('countdown')).toBeVisible();
    await expectFieldRight(field('You pay'));
    expect(page.getByText(/^You have/).elements()).toHaveLength(1);
  });
});

it.each([
  ['?type=BUY&from=USD&to=MRCY', 'You have too little USD for a smaller part.'],
  ['?type=SELL&from=BTC', 'You have no BTC yet.'],
])('somebody with two cents is told why parts are missing (%s)', async (search, reason) => {
  await open(search, [walletOf({ currency: 'USD', balance: '0.02' })]);
  await expect.element(button('25%')).toBeDisabled();
  const shares = page.getByRole('group', { name: 'Part of what you have' });
  await expect.element(shares).toHaveAccessibleDescription(reason);
});
