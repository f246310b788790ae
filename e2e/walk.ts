import type { BrowserContext, Page } from '@playwright/test';

const awakeMark = 'isAppAwake';

/** Marks each page of a browser once its app answers: what comes before goes unheard. */
export async function noteAwakening(context: BrowserContext): Promise<void> {
  await context.addInitScript((mark) => {
    document.addEventListener('app-awake', () => Object.assign(window, { [mark]: true }), { once: true });
  }, awakeMark);
}

/** Goes on within the app, as its links do: nothing is loaded or started again. The page may still be on its way. */
export async function walkOn(page: Page, path: string): Promise<void> {
  await page.waitForFunction((mark) => mark in window, awakeMark);
  await page.evaluate((next) => {
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** The same, up to the heading of the page that comes; it has to be another page than the present one. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['isLeft'] = '';
  });
  await walkOn(page, path);
  await page.locator('h1:not([data-is-left])').first().waitFor();
}
