import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { ProfileMeter, RegisterMeter, ResetMeter } from './meters.tsx';

async function expectMeter({ name, filled, bars }: { name: string; filled: number; bars: number }) {
  const meter = page.getByRole('meter', { name });
  await expect.element(meter).toHaveAttribute('aria-valuenow', String(filled));
  await expect.element(meter).toHaveAttribute('aria-valuemax', String(bars));
  expect(meter.element().querySelectorAll('[data-filled]').length).toBe(filled);
}

describe('the meter of registration', () => {
  it.each([
    ['a', 'Weak password', 0],
    ['aaaaaaaa', 'Weak password', 0],
    ['aaaaaaaaa', 'Weak password', 1],
    ['aaaaaaaaA', 'Weak password', 2],
    ['aaaaaaaA1', 'Medium password', 3],
    ['aaaaaaA1!', 'Strong password', 4],
    ['aaaaaaaaaaA1!', 'Strong password', 5],
  ])('says of %s: %s, %i of 5', async (password, name, filled) => {
    const { container } = await renderApp(<RegisterMeter password={password} />);
    await expectMeter({ name, filled, bars: 5 });
    expect(container.textContent).toContain(`${filled}/5`);
  });
});

describe('the meter of a reset', () => {
  it.each([
    ['a', 'Very Weak', 1],
    ['aA', 'Weak', 2],
    ['aA1', 'Fair', 3],
    ['aaaaaA1!', 'Good', 4],
    ['aaaaaaaaaA1!', 'Strong', 5],
  ])('says of %s: %s, %i of 5', async (password, name, filled) => {
    await renderApp(<ResetMeter password={password} />);
    await expectMeter({ name, filled, bars: 5 });
  });
});

describe('the meter of the profile', () => {
  it.each([
    ['a', 'Weak password', 1, '16%'],
    ['aA', 'Medium password', 2, '33%'],
    ['aaaaaaaA', 'Medium password', 3, '50%'],
    ['aaaaaaA1', 'Medium password', 4, '66%'],
    ['aaaaaA1!', 'Strong password', 5, '83%'],
    ['aaaaaaaaaA1!', 'Strong password', 6, '100%'],
  ])('says of %s: %s, %i of 6, %s', async (password, name, filled, share) => {
    const { container } = await renderApp(<ProfileMeter password={password} />);
    await expectMeter({ name, filled, bars: 6 });
    expect(container.textContent).toContain(share);
  });
});

it('no meter judges an empty field', async () => {
  await renderApp(
    <>
      <RegisterMeter password="" />
      <ResetMeter password="" />
      <ProfileMeter password="" />
    </>,
  );
  expect(page.getByRole('meter').elements()).toEqual([]);
});

it('its figures are in the reader’s own digits', async () => {
  const { container } = await renderApp(<RegisterMeter password="aaaaaaA1!" />, { locale: 'fa' });
  expect(container.textContent).toContain('۴/۵');
  expect(container.textContent).toContain('قوی');
});
