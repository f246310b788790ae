import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  bytesOf,
  candleChartBytesMax,
  firstLoadBytesMax,
  firstLoadOf,
  loadedBy,
  marketScreenBytesMax,
  scriptsNamed,
  signedInBytesMax,
  signedInLoadOf,
} from './first-load.ts';

it('keeps the scripts of the first visit below 125 kB', async () => {
  const scripts = await firstLoadOf(join(import.meta.dirname, '..', 'web', 'dist'));
  expect(scripts.length).toBeGreaterThan(1);
  expect(bytesOf(scripts)).toBeLessThanOrEqual(firstLoadBytesMax);
});

it('counts what the page names and what that imports, once each, and nothing that is fetched later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mercury-first-load-'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.html':
      '<script src="/boot.js" data-app="/assets/a.js /assets/b.js" data-page="/assets/e.js" data-en="/a.woff2"></script>',
    'boot.js': 'hello()',
    'assets/a.js': 'import{x}from"./b.js";import"./c.js";const later=()=>import("./d.js");',
    'assets/b.js': 'export const x=1',
    'assets/c.js': 'import{x}from"./b.js"',
    'assets/d.js': 'export{}',
    'assets/e.js': 'export{}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const paths = (await firstLoadOf(folder)).map(({ path }) => path);
  await rm(folder, { recursive: true });
  expect(paths.toSorted()).toEqual([
    '/assets/a.js',
    '/assets/b.js',
    '/assets/c.js',
    '/assets/e.js',
    '/boot.js',
  ]);
});

it('keeps the screen of a market below 35 kB without its chart, and the chart below 50', async () => {
  const dist = join(import.meta.dirname, '..', 'web', 'dist');
  const [screen, chart] = [await scriptsNamed(dist, 'order-book'), await scriptsNamed(dist, 'candle-chart')];
  expect([screen.length, chart.length]).toEqual([1, 1]);
  expect(bytesOf(screen)).toBeLessThanOrEqual(marketScreenBytesMax);
  expect(bytesOf(chart)).toBeLessThanOrEqual(candleChartBytesMax);
  // The library comes with the chart alone.
  const first = (await firstLoadOf(dist)).map(({ path }) => path);
  expect(first).not.toContain(chart[0]?.path);
});

it('keeps what a signed-in person waits for in addition below 57 kB, and spares it visitors', async () => {
  const dist = join(import.meta.dirname, '..', 'web', 'dist');
  const signedIn = await signedInLoadOf(dist);
  expect(signedIn.length).toBeGreaterThan(1);
  expect(bytesOf(signedIn)).toBeLessThanOrEqual(signedInBytesMax);
  // A visitor's toasts load on every page. They share icons and a notice with the signed-in area, and no more.
  const toaster = (await scriptsNamed(dist, 'toaster')).map(({ path }) => path);
  const loaded = (await loadedBy(dist, toaster)).map(({ path }) => path);
  expect(loaded.length).toBeGreaterThan(1);
  expect(bytesOf(signedIn.filter(({ path }) => loaded.includes(path)))).toBeLessThan(1500);
});
