import { devUiPath, paths } from '../web/src/paths.ts';
import { expect, test } from './test.ts';

/** What stands in the place of a part that is somebody's own: a coin of the market, a payment that nobody opened. */
const exampleOf: Readonly<Record<string, string>> = { id: 'bitcoin', token: 'no-such-payment' };

/** Every route of the product, as the router has it: an address of a dialog belongs to the page below it. */
const routes = [
  ...new Set([...Object.values(paths), devUiPath].map((path) => path.split('?')[0] ?? path)),
].map((path) => path.replace(/:(\w+)/g, (_, name: string) => exampleOf[name] ?? name));

for (const language of ['en', 'fa'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('every route shows a page of its own', async ({ signedIn, texts: { t }, watch }) => {
      // What a link without its token, and a payment that there is not, are answered with.
      for (const status of [400, 404, 410, 422]) watch.expectRefusal(status, '/v1/');
      const { page } = await signedIn();
      for (const path of routes) {
        await test.step(path, async () => {
          await page.goto(path);
          // A dialog that the address opened hides the page below it from assistive technology; it still stands.
          const heading = page.getByRole('heading', { level: 1, includeHidden: true });
          await expect(heading, path).toHaveCount(1);
          await expect(heading, path).not.toHaveText(t('notFound.title'));
          await expect(page, path).toHaveTitle(/\S/);
          await expect(page.getByText(t('errors.pageTitle')), path).toHaveCount(0);
        });
      }
    });
  });
}
