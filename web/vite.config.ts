import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { manifestPlugin } from './build/manifest.ts';
import { browserEndpoints } from './build/browser-endpoints.ts';
import { consolePages } from './build/console.ts';
import { closedChunk, signedInModules } from './build/closed-chunk.ts';
import { fontFileNames, fontHints, fontWeights } from './build/fonts.ts';
import { lateStart } from './build/late-start.ts';

// `npm run dev` starts the server there: one setting for both.
const apiOrigin = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

const proxyToServer: ProxyOptions = {
  target: apiOrigin,
  // The stream of markets.
  ws: true,
  // With `--host` other machines come through here, which the server must know: they must not see kept mails.
  configure(proxy) {
    proxy.on('proxyReq', (forwarded, { socket: { remoteAddress = 'unknown' } }) => {
      if (!['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(remoteAddress))
        forwarded.setHeader('x-forwarded-for', remoteAddress);
    });
  },
};

export default defineConfig({
  // The configuration also runs from the root of the repository.
  root: import.meta.dirname,
  plugins: [
    fontWeights(),
    fontHints(),
    lateStart(),
    manifestPlugin(),
    consolePages(),
    browserEndpoints(),
    react(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Assets as data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    // Modern browsers need no polyfill, which would be another script.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2')) ? fontFileNames : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // A tenth smaller than forty files.
            { name: 'first', tags: ['$initial'] },
            // Shared by later pages. Also saves names: the first script lists every file.
            { name: 'contract', test: /\/contract\/src\/|\/node_modules\/zod\//, minShareCount: 4 },
            // Overlays and toasts share these with the signed-in area. Otherwise every visitor's toasts would load all of it.
            {
              name: 'alerts',
              test: /\/web\/src\/ui\/(online-button|notice)\.|\/lucide-react\/.+\/(check|circle-check|circle-exclamation-point|loader-circle|triangle-exclamation-point)\.m?js$/,
            },
            closedChunk('signed-in', signedInModules),
            { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'forms', test: /\/node_modules\/(react-hook-form|@hookform)\//, minShareCount: 2 },
            // Parts above a page load when they open: they weigh more than any page.
            {
              name: 'overlays',
              test: /\/node_modules\/(@base-ui|@floating-ui|use-sync-external-store)\/|\/ui\/(modal|drawer|tabs|select-field|menu|popover)\./,
              minShareCount: 4,
            },
            {
              name: 'interface',
              test: /\/web\/src\/(ui|api|domain|i18n|identity\/(security|factors|password))\//,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      ['/v1', '/console/api', '/api', '/sapi', '/dev/mail', '/docs', '/healthz', '/readyz'].map((path) => [
        path,
        proxyToServer,
      ]),
    ),
  },
});
