import type { Locator } from '@playwright/test';
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
