import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const toBrotli = promisify(brotliCompress);

export interface LoadedScript {
  path: string;
  brotliBytes: number;
}

/** What a phone on a slow line waits for. Dialogs, forms and what stands below the fold come later. */
export const firstLoadBytesMax = 125_000;

/**
 * The scripts that a first visit to the landing page loads before anybody does anything: those that its HTML names, and
 * whatever they import from the first. Parts that are fetched once the page has come to rest are not among them.
 */
export async function firstLoadOf(distFolder: string): Promise<LoadedScript[]> {
  const html = await readFile(join(distFolder, 'index.html'), 'utf8');
  // boot.js is named by its address, and what it starts beside it.
  const named = [...html.matchAll(/\b(?:src|data-app|data-page)="([^"]+\.js)"/g)];
  return loadedBy(
    distFolder,
    named.flatMap(([, paths = '']) => paths.split(' ')),
  );
}

/** In addition, what the first page of somebody who is signed in waits for. */
export const signedInBytesMax = 57_000;

export async function signedInLoadOf(distFolder: string): Promise<LoadedScript[]> {
  const html = await readFile(join(distFolder, 'app.html'), 'utf8');
  const [, named = ''] = /\bdata-signed-in="([^"]+)"/.exec(html) ?? [];
  const first = new Set((await firstLoadOf(distFolder)).map(({ path }) => path));
  const scripts = named.split(' ').filter((path) => path.endsWith('.js'));
  return (await loadedBy(distFolder, scripts)).filter(({ path }) => !first.has(path));
}

/** These scripts and what they import, once each. */
export async function loadedBy(distFolder: string, paths: readonly string[]): Promise<LoadedScript[]> {
  const waiting = [...paths];
  const scripts = new Map<string, LoadedScript>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (scripts.has(path)) continue;
    const code = await readFile(join(distFolder, path));
    scripts.set(path, { path, brotliBytes: (await toBrotli(code)).length });
    const imports = String(code).matchAll(/\b(?:from|import)\s*["']\.\/([\w~.-]+\.js)["']/g);
    waiting.push(...[...imports].map(([, name = '']) => `/assets/${name}`));
  }
  return [...scripts.values()];
}

/** The screen of a market beside what other pages have loaded, without its chart; and the chart. */
export const marketScreenBytesMax = 35_000;
export const candleChartBytesMax = 50_000;

/** The scripts of this name: those of a page of its own, or of a part that is fetched when it is shown. */
export async function scriptsNamed(distFolder: string, name: string): Promise<LoadedScript[]> {
  const files = await readdir(join(distFolder, 'assets'));
  const paths = files.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
  return Promise.all(
    paths.map(async (file) => {
      const path = `/assets/${file}`;
      return { path, brotliBytes: (await toBrotli(await readFile(join(distFolder, path)))).length };
    }),
  );
}

export function bytesOf(scripts: readonly LoadedScript[]): number {
  return scripts.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0);
}
