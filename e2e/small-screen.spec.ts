import type { Locator } from '@playwright/test';
import { goTo } from './screens/screen.ts';
import { field, toast } from './people.ts';
import { expect, test } from './test.ts';

async function edgesOf(element: Locator): Promise<{ top: number; bottom: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is on screen');
  return { top: box.y, bottom: box.y + box.height };
}

test('on a phone a message does not cover the button of a sheet, be it low or as high as the screen', async ({
  openBrowser,
  texts,
  watch,
}) => {
  watch.expectRefusal(401, '/v1/auth/login');
  const { t } = texts;
  const page = await (await openBrowser({ viewport: { width: 360, height: 740 } })).newPage();
  await page.goto('/?auth=login');
  const dialog = page.getByRole('dialog', { name: t('auth.signIn.title') });
  await field(dialog, t('auth.fields.email')).fill('nobody@example.com');
  await field(dialog, t('auth.fields.password')).fill('not the password');
  const submit = dialog.getByRole('button', { name: t('auth.signIn.submit') });
  for (const height of [740, 460]) {
    await page.setViewportSize({ width: 360, height });
    await submit.click();
    const message = toast(page, texts, t('toast.invalidEmailOrPassword'));
    await expect(message).toBeVisible();
    await expect.poll(async () => (await edgesOf(message)).bottom < (await edgesOf(submit)).top).toBe(true);
    // A message that is put away takes nothing else with it.
    // Its button is hidden from the roles until somebody is at the messages.
    await page
      .getByRole('region', { name: t('ui.notifications') })
      .locator('button')
      .click();
    await expect(message).toHaveCount(0);
    await expect(dialog).toBeVisible();
  }
});

test('on a phone the bar of places covers neither the end of a page nor a message, nor what the focus comes to', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn(undefined, { viewport: { width: 360, height: 740 } });
  await goTo(page, '/dashboard/addresses');
  const bar = page.getByRole('navigation', { name: t('nav.main') });
  const { top: barTop, bottom } = await edgesOf(bar);
  expect(bottom).toBe(740);

  const footer = page.getByRole('contentinfo');
  const endOfPage = async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    return (await edgesOf(footer)).bottom;
  };
  // What loads late makes the page longer. Scrolling ends at a whole pixel, the page within one.
  await expect.poll(endOfPage).toBeLessThan(barTop + 1);

  await page.evaluate(() => window.scrollTo(0, 0));
  const last = footer.getByRole('link').last();
  await last.focus();
  expect((await edgesOf(last)).bottom).toBeLessThanOrEqual(barTop);

  await page.getByRole('button', { name: t('nav.menu') }).click();
  await page
    .getByRole('dialog', { name: t('nav.menu') })
    .getByRole('button', { name: t('nav.logout') })
    .click();
  // The bar goes with the session; where it was, the message does not jump.
  await expect(toast(page, texts, t('toast.loggedOut'))).toBeVisible();
  await expect(bar).toHaveCount(0);
});
