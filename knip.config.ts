import type { KnipConfig } from 'knip';

/**
 * What nothing uses. With `--production` it is what the product itself doesn't use, whatever tests do with it. A file may
 * show a test what it needs for itself as well: only then is such an export let through.
 */
const isProduction = process.argv.includes('--production');

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: ['scripts/*.{ts,mjs,cjs}', 'bench/*.ts', 'e2e/**/*.spec.ts', 'e2e/*.ts', 'examples/*.mjs'],
      project: ['*.ts', 'scripts/**', 'bench/**', 'e2e/**', 'examples/**'],
    },
    contract: { entry: ['src/**/*.test.ts'], project: ['src/**!', '!src/**/*.test.ts!'] },
    server: {
      entry: [
        'src/{main,ledger-check,audit-check,operator-cli}.ts!',
        // The door of the order book: what a market's stream tells of it is not served yet.
        'src/matching/book.ts!',
        'src/**/*.test.ts',
        'src/promises/*.bug.ts',
        'src/test/*.ts',
      ],
      project: [
        'src/**!',
        '!src/**/*.test.ts!',
        '!src/{test,promises,ledger/testing,matching/testing,console/test}/**!',
      ],
    },
    web: {
      entry: [
        'index.html!',
        'src/console/main.tsx!',
        'src/prerender.tsx!',
        'src/service-worker/service-worker.ts!',
        'src/**/*.test.{ts,tsx}',
      ],
      // What builds the app is no part of it.
      project: ['src/**!', 'build/**', '!src/**/*.test.{ts,tsx}!', '!src/test/**!'],
    },
  },
  ignoreDependencies: ['@fontsource-variable/inter', '@fontsource-variable/vazirmatn'],
  ignoreExportsUsedInFile: isProduction,
  rules: { types: 'off' },
};

export default config;
