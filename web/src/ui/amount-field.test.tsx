import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectFieldError, field } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { AmountField } from './amount-field.tsx';

const meant = () => page.getByTestId('meant').element().textContent;

interface SampleProps {
  asset?: AssetCode;
  error?: string;
  /** What the button sets. */
  whole?: string;
}

function Sample({ asset = 'MRCY', error, whole = '12.50000000' }: SampleProps) {
  const [amount, setAmount] = useState('');
  return (
    <>
      <AmountField label="Amount" asset={asset} amount={amount} onAmountChange={setAmount} error={error} />
      <button type="button" onClick={() => setAmount(whole)}>
        Max
      </button>
      <output data-testid="meant">{amount}</output>
    </>
  );
}

async function type(text: string, locale: Locale = 'en', asset: AssetCode = 'MRCY') {
  await renderApp(<Sample asset={asset} />, { locale });
  await userEvent.type(field('Amount'), text);
  return field('Amount');
}

it.each([
  ['en', '7.', '7.', '7'],
  ['en', '.5', '.5', '0.5'],
  ['fa', '۱۲٫۵', '۱۲٫۵', '12.5'],
  ['fa', '12/5', '۱۲٫۵', '12.5'],
  ['fa', '12.5', '۱۲٫۵', '12.5'],
  ['fa', '1,234.56', '۱٬۲۳۴٫۵۶', '1234.56'],
  ['en', '۱۲٫۵', '12٫5', '12.5'],
  ['ru', '12,5', '12,5', '12.5'],
  ['en', '1 5', '1 5', ''],
] as const)('in %s the typed %s stands as %s', async (locale, typed, shown, amount) => {
  await expect.element(await type(typed, locale)).toHaveValue(shown);
  expect(meant()).toBe(amount);
});

it('keeps the caret where it is, whether a key was rewritten or refused', async () => {
  const amount = await type('125', 'fa');
  await userEvent.keyboard('{ArrowLeft}.');
  await expect.element(amount).toHaveValue('۱۲٫۵');
  await userEvent.keyboard('9x8');
  await expect.element(amount).toHaveValue('۱۲٫۹۸۵');
  expect(meant()).toBe('12.985');
});

it('shows pasted Latin digits as the reader’s own, and means the same', async () => {
  const amount = await type('0', 'fa');
  await amount.fill('1234567.80000001');
  await expect.element(amount).toHaveValue('۱۲۳۴۵۶۷٫۸۰۰۰۰۰۰۱');
  expect(meant()).toBe('1234567.80000001');
});

it.each(['abc', '-', 'e', '+'])('takes no %s', async (typed) => {
  await expect.element(await type(`4${typed}`)).toHaveValue('4');
});

it('takes as many decimals as the asset has outside the books', async () => {
  await expect.element(await type('1.239', 'en', 'USD')).toHaveValue('1.23');
  expect(meant()).toBe('1.23');
});

it('says why it takes no more decimals, of a key and of a paste, until something else is typed', async () => {
  const amount = await type('1.239', 'en', 'USD');
  await expectFieldError(amount, 'At most 2 decimal places');
  await userEvent.keyboard('{Backspace}');
  await expect.element(amount).not.toHaveAttribute('aria-invalid');
  await userEvent.clear(amount);
  await amount.fill('7.125');
  await expect.element(amount).toHaveValue('');
  await expectFieldError(amount, 'At most 2 decimal places');
  await userEvent.type(amount, 'x');
  await expect.element(amount).not.toHaveAttribute('aria-invalid');
});

it('says of a text that stands there too that it has too many decimals', async () => {
  const amount = await type('0', 'en', 'USD');
  await amount.fill('12,3456');
  await expect.element(amount).toHaveValue('12,3456');
  await expectFieldError(amount, 'At most 2 decimal places');
});

it('shows what somebody else sets, in the reader’s own digits and without zeros at the end', async () => {
  const amount = await type('3', 'fa');
  await button('Max').click();
  await expect.element(amount).toHaveValue('۱۲٫۵');
});

it('shows and keeps the whole of what somebody else sets, which is finer than what can be typed', async () => {
  await renderApp(<Sample asset="USD" whole="10.004999" />);
  await button('Max').click();
  await expect.element(field('Amount')).toHaveValue('10.004999');
  expect(meant()).toBe('10.004999');
  await userEvent.type(field('Amount'), '9');
  await expect.element(field('Amount')).toHaveValue('10.004999');
});

it('can always be emptied', async () => {
  const amount = await type('1.5');
  await userEvent.clear(amount);
  await expect.element(amount).toHaveValue('');
  expect(meant()).toBe('');
});

it('runs from left to right and calls a keyboard of digits', async () => {
  const amount = await type('1', 'fa');
  await expect.element(amount).toHaveAttribute('dir', 'ltr');
  await expect.element(amount).toHaveAttribute('inputmode', 'decimal');
});

it('says what is wrong with it', async () => {
  await renderApp(<Sample error="Too much" />);
  await expectFieldError(field('Amount'), 'Too much');
});
