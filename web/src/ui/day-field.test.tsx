import type { Locale } from '@mercury/contract/locales.ts';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectFieldError, expectFieldRight, field } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { DayField } from './day-field.tsx';
// Fetched when it is first shown: here before the test, whose patience is not for that.
import './jalali-field.tsx';

const chosen = () => page.getByTestId('chosen').element().textContent;
const from = () => field('From');
const calendarButton = () => button('انتخاب از تقویم: From');
const dayButton = (name: string) => page.getByRole('table').getByRole('button', { name });

interface SampleProps {
  first?: string;
  latest?: string;
}

function Sample({ first, latest }: SampleProps) {
  const [day, setDay] = useState(first);
  return (
    <>
      <DayField label="From" day={day} latest={latest} onChange={(next) => setDay(next || undefined)} />
      <button type="button" onClick={() => setDay(undefined)}>
        Clear
      </button>
      <output data-testid="chosen">{day}</output>
    </>
  );
}

async function open(props: SampleProps = {}, locale: Locale = 'fa') {
  await renderApp(<Sample {...props} />, { locale });
  await expect.element(page.getByLabelText('From', { exact: true })).toBeVisible();
}

async function openCalendar(props: SampleProps) {
  await open(props);
  await calendarButton().click();
  await expect.element(page.getByRole('table')).toBeVisible();
}

it('is the browser’s own where that has the reader’s calendar', async () => {
  await open({ first: '2026-11-23' }, 'en');
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveAttribute('type', 'date');
});

it('shows a day in the Iranian calendar', async () => {
  await open({ first: '2026-11-23' });
  await expect.element(from()).toHaveValue('۱۴۰۵/۰۹/۰۲');
});

it('takes a typed day at its last digit, in Persian digits whatever was typed', async () => {
  await open();
  await userEvent.type(from(), '1405-09-0');
  await expect.element(from()).toHaveValue('۱۴۰۵/۰۹/۰');
  expect(chosen()).toBe('');
  await userEvent.keyboard('2');
  await expect.poll(chosen).toBe('2026-11-23');
});

it('takes a shorter one when it is left', async () => {
  await open();
  await userEvent.type(from(), '۱۴۰۵/۹/۲');
  expect(chosen()).toBe('');
  await userEvent.tab();
  await expect.poll(chosen).toBe('2026-11-23');
  await expect.element(from()).toHaveValue('۱۴۰۵/۰۹/۰۲');
});

it('says how a day is written if there is no such day, and means no day meanwhile', async () => {
  await open({ first: '2026-11-23' });
  await from().fill('۱۴۰۴/۱۲/۳۰');
  await userEvent.tab();
  await expectFieldError(from(), 'تاریخ را به این شکل بنویسید');
  await expect.element(from()).toHaveValue('۱۴۰۴/۱۲/۳۰');
  expect(chosen()).toBe('');
  await userEvent.type(from(), '{Backspace}');
  await expectFieldRight(from());
});

it('can be emptied, by hand and from outside', async () => {
  await open({ first: '2026-11-23' });
  await from().fill('');
  await userEvent.tab();
  await expect.poll(chosen).toBe('');
  await from().fill('۱۴۰۵/۰۹/۰۲');
  await expect.poll(chosen).toBe('2026-11-23');
  await button('Clear').click();
  await expect.element(from()).toHaveValue('');
});

it('offers the month of the chosen day, where the keyboard begins', async () => {
  await openCalendar({ first: '2026-11-23' });
  await expect.element(page.getByRole('table', { name: 'آذر ۱۴۰۵' })).toBeVisible();
  await expect.element(dayButton('دوشنبه ۲ آذر ۱۴۰۵')).toHaveFocus();
  expect(page.getByRole('table').getByRole('button').all()).toHaveLength(30);
});

it('is walked from right to left, and over the edge of a month', async () => {
  await openCalendar({ first: '2026-11-23' });
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(dayButton('سه‌شنبه ۳ آذر ۱۴۰۵')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(dayButton('سه‌شنبه ۲۶ آبان ۱۴۰۵')).toHaveFocus();
  await userEvent.keyboard('{Shift>}{PageDown}{/Shift}');
  await expect.element(page.getByRole('table', { name: 'آبان ۱۴۰۶' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(chosen).toBe('2027-11-17');
  await expect.element(from()).toHaveValue('۱۴۰۶/۰۸/۲۶');
});

it('goes to another month by its buttons', async () => {
  await openCalendar({ first: '2025-03-20' });
  await expect.element(page.getByRole('table', { name: 'اسفند ۱۴۰۳' })).toBeVisible();
  await button('ماه بعد').click();
  await expect.element(page.getByRole('table', { name: 'فروردین ۱۴۰۴' })).toBeVisible();
  await button('ماه قبل').click();
  await dayButton('چهارشنبه ۱ اسفند ۱۴۰۳').click();
  await expect.poll(chosen).toBe('2025-02-19');
});

it('takes no day outside its bounds', async () => {
  await openCalendar({ first: '2026-11-23', latest: '2026-11-24' });
  await expect.element(dayButton('سه‌شنبه ۳ آذر ۱۴۰۵')).not.toHaveAttribute('aria-disabled');
  await expect.element(dayButton('چهارشنبه ۴ آذر ۱۴۰۵')).toHaveAttribute('aria-disabled', 'true');
  await dayButton('چهارشنبه ۴ آذر ۱۴۰۵').click({ force: true });
  expect(chosen()).toBe('2026-11-23');
});
