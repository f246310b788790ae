import type { Page } from '@playwright/test';

/** What a person would paste now. Our own pages may not read the clipboard, so that a page of another product does. */
export async function readClipboard(page: Page): Promise<string> {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error('a page of no browser');
  await context.grantPermissions(['clipboard-read']);
  const reader = await context.newPage();
  await reader.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await reader.goto('http://localhost/');
  await reader.bringToFront();
  const text = await reader.evaluate(() => navigator.clipboard.readText());
  await context.close();
  await page.bringToFront();
  return text;
}
