// The operator's console: a bundle of its own below /console/, of which the customers' app and its service worker know nothing.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { fontWeights } from './fonts.ts';

const page = 'console.html';
const folder = 'console';

interface ConsoleBuildOptions {
  webFolder: string;
  /** Already holds the customers' app. */
  distFolder: string;
}

export async function buildConsole({ webFolder, distFolder }: ConsoleBuildOptions): Promise<void> {
  const assets = `${folder}/assets`;
  await build({
    configFile: false,
    root: webFolder,
    logLevel: 'warn',
    plugins: [fontWeights(), react()],
    build: {
      outDir: distFolder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      // As in vite.config.ts: no data: URLs, no polyfill.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One script for all pages: staff come every day, and no page of theirs waits for a part.
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        input: join(webFolder, page),
        output: {
          entryFileNames: `${assets}/[name]-[hash].js`,
          chunkFileNames: `${assets}/[name]-[hash].js`,
          assetFileNames: `${assets}/[name]-[hash][extname]`,
        },
      },
    },
  });
  // Below its own path, so that one rule guards all of it.
  await rename(join(distFolder, page), join(distFolder, folder, page));
}

/** The development server: any page of the console is console.html. */
export function consolePages(): Plugin {
  return {
    name: 'mercury:console-pages',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [path = ''] = request.url?.split('?', 1) ?? [];
        if (/^\/console(\/(?!api(\/|$))[^.]*)?$/.test(path)) request.url = `/${page}`;
        next();
      });
    },
  };
}
