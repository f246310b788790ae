import type { Page } from '@playwright/test';

/**
 * Keeps the stream of changes from opening. As it opens, what has changed lately, or may have, is asked for anew, and a failure
 * that a test wants to look at, and try again by hand, would go away by itself.
 */
export async function withoutNews(page: Page): Promise<void> {
  await page.route('**/v1/events', () => undefined);
}
