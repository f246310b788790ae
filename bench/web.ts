/**
 * How the product feels on a phone: Lighthouse's phone profile on the landing page and on the dashboard of somebody who is
 * signed in, against the product as it is built and served. BENCH_RUNS sets how often. Ends with 1 where a target is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import { makePerson } from '../e2e/accounts.ts';
import { startProduct } from '../e2e/product.ts';
import { useProduct } from '../e2e/shared-product.ts';
import { findBrowser } from '../scripts/browser.mjs';
import { bytesOf, firstLoadBytesMax, firstLoadOf } from '../scripts/first-load.ts';
import { measurePage, type PageTargets, printPage } from './web-page.ts';

const root = join(import.meta.dirname, '..');
const runCount = Number(process.env['BENCH_RUNS'] ?? '3');

const landing: PageTargets = {
  path: '/',
  scores: { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 },
  cls: 0,
  lcpMs: 1800,
};
// Search engines are kept out of it.
const dashboard: PageTargets = {
  path: '/dashboard',
  scores: { performance: 95, accessibility: 100, 'best-practices': 100 },
  cls: 0,
};

const chromePath = findBrowser(root, { isFull: true });
if (chromePath === undefined)
  throw new Error('there is no Chromium: install one, or name it with CHROMIUM_PATH');
const userDataDir = await mkdtemp(join(tmpdir(), 'mercury-bench-'));
const product = await startProduct();
useProduct(product);
const chrome = await launch({ chromePath, userDataDir, chromeFlags: ['--headless=new', '--no-sandbox'] });
try {
  const options = { origin: product.origin, port: chrome.port, runCount };
  const results = [await measurePage(landing, options)];
  await signIn(product.origin, chrome.port);
  results.push(await measurePage(dashboard, options));

  const areMet = results.map(printPage);
  const scriptBytes = bytesOf(await firstLoadOf(join(root, 'web', 'dist')));
  const isLight = scriptBytes <= firstLoadBytesMax;
  console.log(
    `\nScripts of the first load: ${(scriptBytes / 1000).toFixed(1)} kB brotli, ` +
      `at most ${firstLoadBytesMax / 1000} ${isLight ? '' : '  MISSED'}`,
  );
  if (!isLight || areMet.includes(false)) process.exitCode = 1;
} finally {
  chrome.kill();
  await product.stop();
  await rm(userDataDir, { recursive: true, force: true, maxRetries: 3 });
}

/** Leaves the session of a new person in the browser, as their own sign-in would. */
async function signIn(origin: string, port: number): Promise<void> {
  const { token } = await makePerson({ locale: 'en' });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  const page = await context?.newPage();
  await page?.goto(`${origin}/robots.txt`);
  await page?.evaluate((kept) => localStorage.setItem('token', kept), token);
  await page?.close();
  await browser.close();
}
