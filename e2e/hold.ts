import type { Page } from '@playwright/test';

/** Keeps a call from the server until it is released, so that what is shown meanwhile can be seen. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return () => release?.();
}
