import { productDatabase, productOrigin, useProduct } from './shared-product.ts';
import { startProduct } from './product.ts';
import { test } from './test.ts';

/** Tests on a product with settings of its own, which is started once for each worker that needs it. */
export function testOn(settings: Readonly<Record<string, string>>) {
  return test.extend<object, { ownOrigin: string }>({
    ownOrigin: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that are needed here.
      async ({}, use) => {
        const shared = { origin: productOrigin(), connectionString: productDatabase() };
        const product = await startProduct(settings);
        useProduct(product);
        await use(product.origin);
        useProduct(shared);
        await product.stop();
      },
      { scope: 'worker', timeout: 90_000 },
    ],
    baseURL: async ({ ownOrigin }, use) => use(ownOrigin),
  });
}
