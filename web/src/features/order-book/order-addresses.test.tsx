import { cancelAllOrders, placeOrder } from '@mercury/contract/api/orders.ts';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPath, onBrowserHistory, shownEntry } from '../../test/browser-history.ts';
import { button, field } from '../../test/fields.ts';
import { changedTo, orderOf, serveMarket } from '../../test/order-book-samples.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { OrderBookPage } from './order-book-page.tsx';

const here = '/trade/MRCY-USD';
const sheetPath = `${here}?dialog=order`;
const order = orderOf();
const amendPath = `${here}?dialog=order-amend&dialog-id=${order.id}`;

const price = () => field('Limit price');
const amount = () => field('Amount');
const dialog = () => page.getByRole('dialog');
const review = () => button('Review: Buy MRCY');

onBrowserHistory(here);

beforeEach(async () => {
  await page.viewport(360, 740);
  serveAccount({
    config: { coinPriceUsd: '0.60' },
    wallets: [walletOf({ currency: 'USD', balance: '100.00' })],
  });
  serveMarket({ orders: [order, orderOf({ id: idOf(901) })] });
});

const screen = <OrderBookPage symbol="MRCY-USD" modes={null} />;
const show = () => renderApp(screen, { as: sara, isInBrowser: true });

/** As a reload does: everything begins anew but for the history. */
async function reload(rendered: Awaited<ReturnType<typeof show>>) {
  await rendered.unmount();
  return renderApp(screen, { isInBrowser: true });
}

async function openSheet(): Promise<void> {
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  await expectPath(sheetPath);
  await price().fill('0.55');
  await amount().fill('20');
}

const entry = (): { key?: string; usr?: unknown } => history.state;

/** What was typed goes with the page to a new entry of the history, soon after. */
async function expectKeptHere(): Promise<void> {
  await expect.poll(() => sessionStorage.getItem('drafts') ?? '').toContain(entry().key);
}

async function expectPage(): Promise<void> {
  await expectPath(here);
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(shownEntry()).toBe(1);
}

it('the sheet: Back leads from the review to the form, and then to the page', async () => {
  await show();
  await openSheet();
  await review().click();
  await expect.element(page.getByTestId('order-review')).toBeVisible();
  history.back();
  await expect.element(review()).toBeVisible();
  await expectPath(sheetPath);
  history.back();
  await expectPage();
});

it('the sheet: a reload finds what was typed, also from the review', async () => {
  const rendered = await show();
  await openSheet();
  await review().click();
  await expect.element(page.getByTestId('order-review')).toBeVisible();
  await reload(rendered);
  await expect.element(price()).toHaveValue('0.55');
  await expect.element(amount()).toHaveValue('20');
  await expectPath(sheetPath);
  await button('Close').click();
  await expectPage();
});

it('the sheet of an order that was placed is over: a reload finds the page, and the next order begins anew', async () => {
  const rendered = await show();
  await openSheet();
  await review().click();
  server.reply(placeOrder, changedTo({ filled: '0.00', averagePrice: null }));
  await button('Place order').click();
  await expect.element(page.getByTestId('order-result')).toBeVisible();
  await button('Another order').click();
  await expect.element(price()).toHaveValue('0.55');
  await expect.element(amount()).toHaveValue('');
  await amount().fill('7');
  await expectKeptHere();
  const again = await reload(rendered);
  await expect.element(amount()).toHaveValue('7');
  await review().click();
  await button('Place order').click();
  await expect.element(page.getByTestId('order-result')).toBeVisible();
  await expect.poll(() => entry().usr).toMatchObject({ isFinished: true });
  await reload(again);
  await expect.element(page.getByRole('button', { name: 'Buy', exact: true })).toBeVisible();
  await expectPage();
});

it('the form of a wide screen survives a reload, and a sheet that becomes wide is the form in the page', async () => {
  const rendered = await show();
  await openSheet();
  await page.viewport(1280, 900);
  await expectPath(here);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(amount()).toHaveValue('20');
  await reload(rendered);
  await expect.element(amount()).toHaveValue('20');
});

it('the change of an order: Back closes it, a reload restores it with what was typed', async () => {
  await page.viewport(1280, 900);
  const rendered = await show();
  await button('Change').first().click();
  await expectPath(amendPath);
  const quantity = () => dialog().getByLabelText(/Amount, including what has already traded/);
  await quantity().fill('12');
  await reload(rendered);
  await expect.element(quantity()).toHaveValue('12');
  history.back();
  await expectPage();
});

it('the question about all orders: Back closes it, a reload restores it', async () => {
  const rendered = await show();
  await button('Cancel all').click();
  await expectPath(`${here}?dialog=orders-cancel`);
  await reload(rendered);
  await expect.element(dialog()).toMatchTextContent(/Cancel all open orders in MRCY-USD/);
  history.back();
  await expectPage();
  expect(server.callCount(cancelAllOrders)).toBe(0);
});
