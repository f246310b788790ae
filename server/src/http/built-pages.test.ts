import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isPage, pagePatterns, publicPages } from './site-paths.ts';
import { installWebApp } from './web-app.ts';

const publicUrl = new URL('https://wallet.example');
const aboutUs = 'the page about us, at https://wallet.example/about';

/** What a build writes, as far as the server treats it differently. */
const files: Readonly<Record<string, string | Buffer>> = {
  'index.html': 'the landing page',
  'about/index.html': 'the page about us, at https://origin.invalid/about',
  'about/index.html.gz': gzipSync('never sent, since the address is put in'),
  'app.html': 'the empty page',
  'app.html.gz': gzipSync('the empty page'),
  'sw.js': 'addEventListener',
  'manifest.webmanifest': '{}',
  'assets/main-1a2b3c.js': 'export {}',
  'console/console.html': 'the console',
  'console/boot.js': 'document',
  'console/assets/console-1a2b3c.js': 'export {}',
};

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mercury-dist-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  app = await serve(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(from: string, { hasDevPages = false } = {}): Promise<FastifyInstance> {
  const served = Fastify();
  await installWebApp(served, { publicUrl, folder: from, hasDevPages });
  return served;
}

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ url, headers });

describe('a public page that was rendered when the app was built', () => {
  it.each([
    ['/', 'the landing page'],
    ['/?auth=login', 'the landing page'],
    ['/about', aboutUs],
    ['/about?ref=example.com', aboutUs],
    ['/about/', aboutUs],
  ])('is sent at %s, and may be found', async (url, content) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.body]).toEqual([200, content]);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.headers['x-robots-tag']).toBeUndefined();
  });

  it.each([
    ['br', 'deflate, br;q=0.5', brotliDecompressSync],
    ['br', 'GZIP, deflate, BR, zstd', brotliDecompressSync],
    ['gzip', 'deflate, gzip;q=0.5', gunzipSync],
    ['gzip', 'br;q=0.5, gzip', gunzipSync],
  ])(
    'is sent packed as %s to who accepts %j, and not at all to who has it',
    async (encoding, accepted, unpack) => {
      const packed = await get('/about', { 'accept-encoding': accepted });
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(unpack(packed.rawPayload).toString()).toBe(aboutUs);
      const again = await get('/about', { 'if-none-match': String(packed.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  it('is sent plain to who refuses what is packed', async () => {
    const reply = await get('/about', { 'accept-encoding': 'br;q=0, gzip; q=0.0' });
    expect([reply.headers['content-encoding'], reply.body]).toEqual([undefined, aboutUs]);
  });

  it('that was not rendered is the empty page, and may be found all the same', async () => {
    for (const url of ['/contact', '/market/bitcoin']) {
      const reply = await get(url);
      expect([reply.statusCode, reply.body]).toEqual([200, 'the empty page']);
      expect(reply.headers['x-robots-tag']).toBeUndefined();
    }
  });
});

describe('a page that is one person’s, or opens something', () => {
  it.each([
    '/dashboard',
    '/dashboard/transactions',
    '/profile',
    '/Profile/',
    '/pay/abc',
    '/request/sara?currency=BTC',
    '/verify-email?token=a.b',
  ])('is the empty one at %s, and not to be found', async (url) => {
    const reply = await get(url, { 'accept-encoding': 'gzip' });
    expect([reply.statusCode, reply.rawPayload]).toEqual([200, files['app.html.gz']]);
    expect(reply.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
  });
});

describe('the operator’s console', () => {
  it.each(['/console', '/console/', '/console/staff', '/console/invitation?a=b', '/console/no/such/page'])(
    'is its own page at %s, kept by nobody and not to be found',
    async (url) => {
      const reply = await get(url);
      expect([reply.statusCode, reply.body]).toEqual([200, 'the console']);
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    },
  );

  it.each([
    ['/console/assets/console-1a2b3c.js', 200, 'public, max-age=31536000, immutable'],
    ['/console/boot.js', 200, 'no-cache'],
    ['/console/assets/gone-1a2b3c.js', 404, 'no-store'],
    ['/console/api/nothing', 404, 'no-store'],
    ['/consoles', 404, 'no-cache'],
  ])('has files and calls that no page answers for: %s', async (url, status, caching) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([status, caching]);
    expect(reply.body).not.toBe('the console');
  });

  it('is not there where it was not built', async () => {
    const plain = await mkdtemp(join(tmpdir(), 'mercury-dist-'));
    await writeFile(join(plain, 'index.html'), 'the only page');
    const served = await serve(plain);
    expect((await served.inject('/console')).statusCode).toBe(404);
    await served.close();
    await rm(plain, { recursive: true, force: true });
  });
});

describe('a page that is not there', () => {
  it('is the empty page with 404, whole also for who has it already', async () => {
    const { headers } = await get('/dashboard');
    const reply = await get('/nothing', {
      'if-none-match': String(headers.etag),
      'if-modified-since': String(headers['last-modified']),
    });
    expect([reply.statusCode, reply.body]).toEqual([404, 'the empty page']);
    expect(reply.headers['x-robots-tag']).toBe('noindex');
  });
});

describe('what makes the app one that can be installed', () => {
  it.each([
    ['/sw.js', /^(text|application)\/javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ])('has its type and is asked for each time: %s', async (url, type) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(type);
    expect(headers['cache-control']).toBe('no-cache');
  });
});

it('keeps files with a hash in their name for ever', async () => {
  const { headers } = await get('/assets/main-1a2b3c.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

it('has the landing page’s file for the empty one where the build wrote no other', async () => {
  const plain = await mkdtemp(join(tmpdir(), 'mercury-dist-'));
  await writeFile(join(plain, 'index.html'), 'the only page');
  const served = await serve(plain);
  try {
    for (const url of ['/', '/about', '/dashboard']) {
      const reply = await served.inject(url);
      expect([reply.statusCode, reply.body]).toEqual([200, 'the only page']);
    }
  } finally {
    await served.close();
    await rm(plain, { recursive: true, force: true });
  }
});

it('has the page of all components beside the sandbox only', async () => {
  const sandbox = await serve(folder, { hasDevPages: true });
  try {
    const reply = await sandbox.inject('/dev/ui');
    expect([reply.statusCode, reply.body]).toEqual([200, 'the empty page']);
    expect(reply.headers['x-robots-tag']).toBe('noindex');
    expect((await get('/dev/ui')).statusCode).toBe(404);
  } finally {
    await sandbox.close();
  }
});

it('has no page at all before anything is built', async () => {
  const served = await serve(join(folder, 'none'));
  try {
    expect((await served.inject('/')).statusCode).toBe(404);
  } finally {
    await served.close();
  }
});

test('the server knows exactly the pages that the web app has', async () => {
  const source = await readFile(new URL('../../../web/src/paths.ts', import.meta.url), 'utf8');
  const [, list = ''] = /export const paths = \{(.*?)\} as const/s.exec(source) ?? [];
  // A path with a query is a dialog over a page that stands in the list by itself.
  const known = [...list.matchAll(/'(\/[^'?]*)'/g)].flatMap((match) => match[1] ?? []);
  expect(known.length).toBeGreaterThan(20);
  expect(pagePatterns.toSorted()).toEqual(known.toSorted());
  expect(publicPages.every(isPage)).toBe(true);
});
