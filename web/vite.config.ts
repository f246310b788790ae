import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Where `npm run dev` starts the server: the same setting tells both.
const apiOrigin = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  // The configuration is run from the root of the repository too, so the folder is named here.
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Assets inlined as data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    // The helper that loads chunks ahead is a script of its own; modern browsers need no polyfill for it.
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      ['/v1', '/dev', '/docs', '/healthz', '/readyz'].map((path) => [path, apiOrigin]),
    ),
  },
});
