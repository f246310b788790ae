import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { QuickShares } from './quick-shares.tsx';

const shares = () => page.getByRole('group', { name: 'Part of what you have' });
const reason = { none: 'There is nothing.', tooLittle: 'There is too little.' };

/** Offers the parts from this one on. */
function Shares({ from = 25, why }: { from?: number; why?: typeof reason }) {
  const [amount, setAmount] = useState('');
  return (
    <>
      <QuickShares
        shareOf={(percent) => (percent < from ? undefined : { amount: `${percent} coins` })}
        amount={amount}
        onChoose={(share) => setAmount(share.amount)}
        {...(why && { reason: why })}
      />
      <output>{amount}</output>
    </>
  );
}

it('fills in a part and shows which', async () => {
  await renderApp(<Shares why={reason} />);
  for (const percent of [25, 50, 75, 100]) {
    await button(`${percent}%`).click();
    await expect.element(page.getByRole('status')).toHaveTextContent(`${percent} coins`);
    await expect.element(button(`${percent}%`)).toHaveAttribute('aria-pressed', 'true');
    expect(page.getByRole('button', { pressed: true }).all()).toHaveLength(1);
  }
  await expect.element(shares()).not.toHaveAccessibleDescription();
});

it('offers no part that would be nothing, and says why', async () => {
  const { rerender } = await renderApp(<Shares from={75} why={reason} />);
  await expect.element(button('50%')).toBeDisabled();
  await expect.element(button('75%')).toBeEnabled();
  await expect.element(shares()).toHaveAccessibleDescription('There is too little.');
  await rerender(<Shares from={101} why={reason} />);
  for (const name of ['25%', '50%', '75%', '100%']) await expect.element(button(name)).toBeDisabled();
  await expect.element(shares()).toHaveAccessibleDescription('There is nothing.');
});

it('says nothing where no reason is known', async () => {
  await renderApp(<Shares from={75} />);
  await expect.element(button('50%')).toBeDisabled();
  await expect.element(shares()).not.toHaveAccessibleDescription();
});

it('is written in the reader’s digits', async () => {
  await renderApp(<Shares />, { locale: 'fa' });
  await expect.element(page.getByRole('button', { name: '۲۵٪' })).toBeEnabled();
});
