import type { Page } from '@playwright/test';

/**
 * Keeps a call from the server until it is released, so that what is shown meanwhile can be seen. To release what was never
 * held is a mistake of the test: what it saw, it saw of something else.
 */
export async function hold(page: Page, path: string): Promise<() => void> {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let heldCount = 0;
  await page.route(path, async (route) => {
    heldCount += 1;
    await held;
    await route.continue();
  });
  return () => {
    if (heldCount === 0) throw new Error(`nothing came to ${path}`);
    release?.();
  };
}
