import type { Page } from '@playwright/test';

/** Half faded in, every text is too pale; and a font that comes late moves what a picture shows. */
export async function settle(page: Page): Promise<void> {
  // What opens or closes is as if it were not there until the frame in which its animation begins.
  await page.locator('[data-starting-style], [data-ending-style]').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      // What turns for ever has no end to wait for.
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(ending);
  });
}
