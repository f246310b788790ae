import { expect, type Locator } from '@playwright/test';

/**
 * Until the app has asked in vain as often as it does by itself, a little later each time, and says so. The page's clock
 * has to be in the test's hands: the pauses are passed, not waited for.
 */
export async function passRetries(told: Locator): Promise<void> {
  await expect(async () => {
    await told.page().clock.runFor(1000);
    await expect(told).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [20] });
}
