import type { Page } from '@playwright/test';

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
