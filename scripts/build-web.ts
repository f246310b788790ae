// Builds the web app into web/dist with its prerendered pages, and the operator's console, and packs its texts beside themselves, so that the server
// packs nothing per request.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { buildConsole } from '../web/build/console.ts';
import { buildServiceWorker } from '../web/build/precache.ts';
import { prerenderPages } from './prerender.ts';

const webFolder = join(import.meta.dirname, '..', 'web');
const packable = /\.(html|js|css|svg|json|txt|webmanifest)$/;
// Below this a packed file saves no network packet.
const packedSizeMin = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function pack(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < packedSizeMin) return;
  const hints = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    toBrotli(content, { params: hints }).then((packed) => writeFile(`${path}.br`, packed)),
    toGzip(content, { level: constants.Z_BEST_COMPRESSION }).then((packed) =>
      writeFile(`${path}.gz`, packed),
    ),
  ]);
}

// Another folder can be named, to look at a build without touching the one that is served.
const distFolder = process.argv[2] ?? join(webFolder, 'dist');
const built = await build({
  root: webFolder,
  configFile: join(webFolder, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: distFolder },
});
// Vite answers otherwise only where it goes on watching, or builds several outputs.
const { output } = built as Rolldown.RolldownOutput;
await prerenderPages({ webFolder, distFolder, output });
await buildConsole({ webFolder, distFolder });
await buildServiceWorker({ webFolder, distFolder });
const names = await readdir(distFolder, { recursive: true });
await Promise.all(names.filter((name) => packable.test(name)).map((name) => pack(join(distFolder, name))));
