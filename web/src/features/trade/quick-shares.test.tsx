import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { QuickShares } from './quick-shares.tsx';
import type { Share } from './shares.ts';

const shares = () => page.getByRole('group', { name: 'Part of what you have' });

function Shares({ asset, available }: { asset: AssetCode; available: string }) {
  const [share, setShare] = useState<Share>({ amount: '' });
  return (
    <>
      <QuickShares asset={asset} available={available} amount={share.amount} onChoose={setShare} />
      <output>{share.isEverything ? `all ${share.amount}` : share.amount}</output>
    </>
  );
}

it('fills in a part of what is available, exactly, and shows which', async () => {
  await renderApp(<Shares asset="BTC" available="0.01234567" />);
  for (const [name, amount] of [
    ['25%', '0.00308641'],
    ['50%', '0.00617283'],
    ['75%', '0.00925925'],
    ['100%', 'all 0.01234567'],
  ] as const) {
    await button(name).click();
    await expect.element(page.getByRole('status')).toHaveTextContent(amount);
    await expect.element(button(name)).toHaveAttribute('aria-pressed', 'true');
    expect(page.getByRole('button', { pressed: true }).all()).toHaveLength(1);
  }
  await expect.element(shares()).not.toHaveAccessibleDescription();
});

it('offers nothing where nothing is available, and says why', async () => {
  await renderApp(<Shares asset="BTC" available="0.00000000" />);
  for (const name of ['25%', '50%', '75%', '100%']) await expect.element(button(name)).toBeDisabled();
  await expect.element(shares()).toHaveAccessibleDescription('You have no BTC yet.');
});

it('offers what is left of the smallest amounts, and says why there is no smaller part', async () => {
  await renderApp(<Shares asset="USD" available="0.02" />);
  await expect.element(button('25%')).toBeDisabled();
  await expect.element(button('50%')).toBeEnabled();
  await expect.element(button('100%')).toBeEnabled();
  await expect.element(shares()).toHaveAccessibleDescription('You have too little USD for a smaller part.');
});

it('is written in the reader’s digits', async () => {
  await renderApp(<Shares asset="USD" available="10.00" />, { locale: 'fa' });
  await expect.element(page.getByRole('button', { name: '۲۵٪' })).toBeEnabled();
});
