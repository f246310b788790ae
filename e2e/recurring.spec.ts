import type { Locator, Page } from '@playwright/test';
import { giveMoney } from './accounts.ts';
import { field, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const rowsOf = (page: Page) => page.getByTestId('recurring-buy');

async function openForm(page: Page, { t }: Texts): Promise<Locator> {
  await page.goto('/dashboard/trade');
  await page.getByRole('button', { name: t('recurringBuys.createTitle') }).click();
  return page.getByRole('dialog', { name: t('recurringBuys.createTitle') });
}

/** Up to the sentence that says what will happen. */
async function review(page: Page, texts: Texts, amountAsTyped: string): Promise<Locator> {
  const { t } = texts;
  const form = await openForm(page, texts);
  await field(form, t('recurringBuys.amount')).fill(amountAsTyped);
  await form.getByRole('button', { name: t('recurringBuys.review') }).click();
  return page.getByRole('dialog', { name: t('recurringBuys.reviewTitle') });
}

test('a recurring buy is said back before it is set up, and buys at once', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '100');
  const dialog = await review(page, texts, '50');
  const summary = dialog.getByTestId('recurring-summary');
  await expect(summary).toContainText(/50\.00\sUSD.* of BTC/);
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(new Date());
  await expect(summary).toContainText(t('recurringBuys.everyWeekOn', { weekday }));
  await dialog.getByRole('button', { name: t('recurringBuys.confirm') }).click();
  await expect(dialog).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(t('recurringBuys.lastBought'));
});

test('without a connection nothing can be set up', async ({ signedIn, texts, watch }) => {
  watch.expectLostConnection('/');
  const { t } = texts;
  const { page } = await signedIn();
  await page.goto('/dashboard/trade');
  const create = page.getByRole('button', { name: t('recurringBuys.createTitle') });
  await expect(create).toBeVisible();
  // The part that a page fetches last, which tells of the lost connection.
  await expect(page.getByRole('region', { name: t('ui.notifications') })).toBeAttached();
  await page.context().setOffline(true);
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await page.context().setOffline(false);
  await expect(create).not.toHaveAttribute('aria-disabled', 'true');
});

test('one that is refused says why, and the bell tells of it until somebody looks', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn();
  const bell = page.getByRole('banner').getByRole('button', { name: t('notices.title') });
  await page.goto('/dashboard/trade');
  await expect(bell).toHaveAccessibleName(t('notices.title'));
  const dialog = await review(page, texts, '10');
  await dialog.getByRole('button', { name: t('recurringBuys.confirm') }).click();

  const told = t('notices.buyRefused', { coin: 'BTC' });
  await expect(toast(page, texts, told)).toBeVisible();
  const reason = t('recurringBuys.refusals.InsufficientBalance');
  await expect(rowsOf(page)).toContainText(t('recurringBuys.lastRefused', { reason }));
  await expect(bell).toHaveAccessibleName(t('notices.unread', { count: 1, formatted: '1' }));

  await bell.click();
  const notices = page.getByRole('dialog', { name: t('notices.title') });
  await expect(notices.getByTestId('notice')).toContainText(reason);
  await expect(notices.getByTestId('notice')).toHaveAttribute('data-unread', 'true');
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await expect(bell).toHaveAccessibleName(t('notices.title'));
  await page.reload();
  await bell.click();
  await expect(notices.getByTestId('notice')).not.toHaveAttribute('data-unread', 'true');
});
