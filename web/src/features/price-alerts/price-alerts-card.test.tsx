import {
  createPriceAlert,
  deletePriceAlert,
  listPriceAlerts,
  pausePriceAlert,
  type PriceAlert,
  resumePriceAlert,
} from '@mercury/contract/api/price-alerts.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  expectFieldError,
  expectFieldRight,
  expectProblem,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
// Fetched when it is first opened: here before the test, whose patience is not for that.
import './create-price-alert-dialog.tsx';
import { PriceAlertsCard } from './price-alerts-card.tsx';

const alert: PriceAlert = {
  id: idOf(60),
  currency: 'BTC',
  direction: 'above',
  price: '70000.00',
  state: 'triggered',
  createdAt: '2026-03-01T10:00:00.000Z',
  triggeredAt: '2026-03-02T10:00:00.000Z',
};
const price = () => field('Price per coin');
const direction = () => page.getByRole('combobox', { name: 'When the price is' });
const submit = () => button('Set alert');

function serveAlerts(...priceAlerts: PriceAlert[]): void {
  server.reply(listPriceAlerts, { success: true, priceAlerts });
}

async function renderCard(...alerts: PriceAlert[]) {
  serveAccount();
  serveAlerts(...alerts);
  return renderApp(<PriceAlertsCard currency="BTC" />, { as: sara });
}

async function openForm() {
  await renderCard();
  await button('New price alert').click();
  await expect.element(price()).toHaveValue('63000');
}

describe('a new alert', () => {
  it('begins five percent from the present price on the side that it waits for, and tells the present one', async () => {
    await openForm();
    await expect.element(price()).toHaveAccessibleDescription(/Current price: .*60,000/);
    await direction().selectOptions('at or below');
    await expect.element(price()).toHaveValue('57000');
  });

  it.each([
    ['\u221210%', '54000', 'below'],
    ['\u22125%', '57000', 'below'],
    ['+5%', '63000', 'above'],
    ['+10%', '66000', 'above'],
  ])('is set by one press to %s of the present price, and to its side', async (step, filled, side) => {
    await openForm();
    await price().fill('1');
    await button(step).click();
    await expect.element(price()).toHaveValue(filled);
    await expect.element(direction()).toHaveValue(side);
  });

  it('needs a price that is not reached already', async () => {
    await openForm();
    await price().fill('60000');
    await submit().click();
    await expectFieldError(price(), 'The price is already there');
    await price().fill('');
    await expectFieldError(price(), 'Enter a price');
    await price().fill('70000');
    await expectFieldRight(price());
    await direction().selectOptions('at or below');
    await expectFieldError(price(), 'The price is already there');
    expect(server.callCount(createPriceAlert)).toBe(0);
  });

  it('of another coin begins at that coin’s step, whatever was typed for the one before', async () => {
    await openForm();
    await price().fill('70000');
    await page.getByRole('combobox', { name: 'Coin', exact: true }).click();
    await page.getByRole('option', { name: /ETH/ }).click();
    await expect.element(price()).toHaveValue('3150');
  });

  it('is set once however fast it is pressed', async () => {
    await openForm();
    const held = server.hold(createPriceAlert, { success: true, priceAlert: alert });
    await price().fill('70000');
    pressTwice(submit());
    await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expectToast('Price alert set');
    expect(server.calls(createPriceAlert).map(({ body }) => body)).toEqual([
      { currency: 'BTC', direction: 'above', price: '70000' },
    ]);
  });

  it.each(['AlertAlreadyReached', 'TooManyPriceAlerts', 'RateLimitExceeded', 'PriceMissing'] as const)(
    'that is refused with %s says so, and keeps the price',
    async (code) => {
      await openForm();
      server.refuse(createPriceAlert, code, { message: 'It can’t be set.' });
      await price().fill('70000');
      await submit().click();
      await expect.element(page.getByText('It can’t be set.')).toBeVisible();
      await expect.element(price()).toHaveValue('70000');
    },
  );
});

describe('the list', () => {
  const menu = () => page.getByRole('button', { name: /^Actions for / });

  it('that is empty says what an alert is for', async () => {
    await renderCard();
    await expect.element(page.getByText('No price alerts', { exact: true })).toBeVisible();
  });

  it('that can’t be loaded says so, and is loaded on demand', async () => {
    server.refuse(listPriceAlerts, 'Busy', { message: 'Not now.' });
    await renderApp(<PriceAlertsCard currency="BTC" />, { as: sara });
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not now.');
    serveAlerts(alert);
    await button('Try again').click();
    await expect.element(page.getByRole('list', { name: 'Price alerts' })).toMatchTextContent('Reached');
  });

  it('pauses one that watches', async () => {
    const row = page.getByTestId('price-alert');
    await renderCard({ ...alert, state: 'active', triggeredAt: null });
    await expect.element(row).toHaveAttribute('data-state', 'active');
    const paused = { ...alert, state: 'paused', triggeredAt: null } as const;
    server.reply(pausePriceAlert, { success: true, priceAlert: paused });
    serveAlerts(paused);
    await menu().click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await expect.element(row).toHaveAttribute('data-state', 'paused');
    server.reply(resumePriceAlert, { success: true, priceAlert: { ...paused, state: 'active' } });
    serveAlerts({ ...paused, state: 'active' });
    await menu().click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await expect.element(row).toHaveAttribute('data-state', 'active');
  });

  it('makes one watch again, or says why it can’t', async () => {
    await renderCard(alert);
    server.refuse(resumePriceAlert, 'AlertAlreadyReached', { message: 'It is there already.' });
    await menu().click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await expectToast('It is there already.');
    await expectProblem('It is there already.');
    server.refuse(deletePriceAlert, 'Busy', { message: 'Not now.' });
    await menu().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expectProblem('Not now.');
    expect(page.getByRole('listitem').getByText('It is there already.').query()).toBeNull();
  });

  it('deletes one without a question', async () => {
    await renderCard(alert);
    server.reply(deletePriceAlert, null);
    serveAlerts();
    await menu().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expectToast('Price alert deleted');
    await expect.element(page.getByText('No price alerts', { exact: true })).toBeVisible();
  });
});
