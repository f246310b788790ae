import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Keeps a call from the server until it is released, so that what is shown meanwhile can be seen. It is released once it has
 * come: what a test sees before that, it sees of something else.
 */
export async function hold(page: Page, path: string): Promise<() => Promise<void>> {
  const came = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    came.resolve();
    await released.promise;
    await route.continue();
  });
  return async () => {
    await came.promise;
    released.resolve();
  };
}

/**
 * Keeps the stream of changes from opening. As it opens, what has changed lately, or may have, is asked for anew, and a failure
 * that a test wants to look at, and try again by hand, would go away by itself.
 */
export async function withoutNews(page: Page): Promise<void> {
  await page.route('**/v1/events', () => undefined);
}

/**
 * Until the app has asked in vain as often as it does by itself, a little later each time, and says so. The page's clock
 * has to be in the test's hands: the pauses are passed, not waited for.
 */
export async function passRetries(told: Locator): Promise<void> {
  await passTime(told.page(), () => expect(told).toBeVisible({ timeout: 50 }));
}

/** The same for a whole page, each part of which asks by itself. */
export async function passAllRetries(page: Page): Promise<void> {
  await passRetries(page.getByRole('alert').first());
  const busy = page.locator('main [aria-busy="true"]');
  await passTime(page, () => expect(busy).toHaveCount(0, { timeout: 50 }));
}

async function passTime(page: Page, until: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000);
    await until();
  }).toPass({ intervals: [20] });
}
