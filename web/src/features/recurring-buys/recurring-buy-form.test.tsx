import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
// Fetched when it is first shown: here before the test, whose patience is not for that.
import '../../ui/jalali-field.tsx';
import type { Draft } from './draft.ts';
import { RecurringBuyForm } from './recurring-buy-form.tsx';

const begun: Draft = {
  amount: '25',
  fromCurrency: 'USD',
  toCurrency: 'BTC',
  every: 'month',
  start: 'later',
  firstAt: '2026-11-24T09:07',
};
const firstAt = () => page.getByTestId('first-at').element().textContent;
const timeOfDay = () => page.getByRole('combobox', { name: 'ساعت' });

afterEach(() => {
  vi.useRealTimers();
});

function Sample() {
  const [draft, setDraft] = useState(begun);
  return (
    <>
      <RecurringBuyForm draft={draft} onChange={setDraft} onReview={() => undefined} />
      <output data-testid="first-at">{draft.firstAt}</output>
    </>
  );
}

it('takes the first day in the reader’s calendar, and its time of day', async () => {
  serveAccount();
  await renderApp(<Sample />, { as: sara, locale: 'fa' });
  await expect.element(field('تاریخ')).toHaveValue('۱۴۰۵/۰۹/۰۳');
  await expect.element(timeOfDay()).toHaveValue('09:07');
  await field('تاریخ').fill('۱۴۰۵/۱۰/۰۱');
  await expect.poll(firstAt).toBe('2026-12-22T09:07');
  await timeOfDay().selectOptions('۱۴:۳۰');
  await expect.poll(firstAt).toBe('2026-12-22T14:30');
});

it('begins today at a time that is still to come, and keeps the chosen time for other days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 14, 10) });
  serveAccount();
  await renderApp(<Sample />, { as: sara, locale: 'fa' });
  await field('تاریخ').fill('۱۴۰۵/۰۹/۰۲');
  await expect.poll(firstAt).toBe('2026-11-23T14:30');
  await field('تاریخ').fill('۱۴۰۵/۰۹/۳۱');
  await timeOfDay().click();
  await expect.poll(firstAt).toBe('');
  await field('تاریخ').fill('۱۴۰۵/۰۹/۰۳');
  await expect.poll(firstAt).toBe('2026-11-24T09:07');
});
