import { devUiPath, paths } from '../web/src/paths.ts';
import { expect, test } from './test.ts';
import { walkOn } from './walk.ts';

/** What stands in the place of a part that is somebody's own: a coin of the market, a market, a payment that nobody opened. */
const exampleOf: Readonly<Record<string, string>> = {
  id: 'bitcoin',
  market: 'MRCY-USD',
  token: 'no-such-payment',
};

/** Every route of the product, as the router has it: an address of a dialog belongs to the page below it. */
const routes = [
  ...new Set([...Object.values(paths), devUiPath].map((path) => path.split('?')[0] ?? path)),
].map((path) => path.replace(/:(\w+)/g, (_, name: string) => exampleOf[name] ?? name));

/** Between two routes, so that the one before can't be taken for the next. */
const nowhere = '/nowhere';

test('every route shows a page of its own', async ({ signedIn, texts: { t }, watch }) => {
  // What a link without its token, and a payment that there is not, are answered with.
  for (const status of [400, 404, 410, 422]) watch.expectRefusal(status, '/v1/');
  watch.expectRefusal(404, nowhere);
  const { page } = await signedIn();
  // A dialog that the address opened hides the page below it from assistive technology; it still stands.
  const heading = page.getByRole('heading', { level: 1, includeHidden: true });
  await page.goto(nowhere);
  for (const path of routes) {
    await test.step(path, async () => {
      await expect(heading).toHaveText(t('notFound.title'));
      await walkOn(page, path);
      await expect(heading, path).not.toHaveText(t('notFound.title'));
      await expect(page, path).toHaveTitle(/\S/);
      await expect(heading, path).toHaveCount(1);
      await expect(page.getByText(t('errors.pageTitle')), path).toHaveCount(0);
      await walkOn(page, nowhere);
    });
  }
});
