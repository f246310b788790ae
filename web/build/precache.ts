// Builds the service worker into a built web app, with the list of files to keep.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { build } from 'vite';

/** The empty page. It stands in for every page while there is no connection. */
const shellPath = '/app.html';

/**
 * Not kept: fonts load by language and the browser caches them itself; a chart is useless without prices; the operator's console is
 * no customer's.
 */
const keptPattern =
  /^\/(assets\/(?!price-chart-).+\.(js|css|svg)|app\.html|boot\.js|favicon\.svg|coins\/.+\.svg|locales\/\w+\/(?!console\.).+\.json)$/;
const hashedPattern = /^\/assets\//;

interface KeptFile {
  url: string;
  /** Null if the name itself carries a hash. */
  revision: string | null;
}

async function listKeptFiles(distFolder: string): Promise<KeptFile[]> {
  const names = await readdir(distFolder, { recursive: true });
  const urls = names.map((name) => `/${name.split(sep).join('/')}`).filter((url) => keptPattern.test(url));
  return Promise.all(
    urls.toSorted().map(async (url) => ({
      url,
      revision: hashedPattern.test(url) ? null : await revisionOf(join(distFolder, url)),
    })),
  );
}

async function revisionOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 16);
}

interface ServiceWorkerOptions {
  webFolder: string;
  /** Already holds everything else. Files added later are not kept. */
  distFolder: string;
}

export async function buildServiceWorker({ webFolder, distFolder }: ServiceWorkerOptions): Promise<void> {
  const files = await listKeptFiles(distFolder);
  if (!files.some(({ url }) => url === shellPath)) throw new Error(`there is no ${shellPath} to keep`);
  await build({
    configFile: false,
    root: webFolder,
    logLevel: 'warn',
    publicDir: false,
    define: {
      precachedFiles: JSON.stringify(files),
      shellPath: JSON.stringify(shellPath),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    build: {
      outDir: distFolder,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: join(webFolder, 'src/service-worker/service-worker.ts'),
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => 'service-worker.js',
      },
    },
  });
}
