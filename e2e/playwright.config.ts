import { defineConfig } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { originVariable } from './shared-product.ts';

const executablePath = findBrowser(`${import.meta.dirname}/..`);

export default defineConfig({
  testDir: '.',
  // Node reads these files as they are. To rewrite them first costs a run 8 seconds of computing.
  build: { external: ['**/*.ts'] },
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // A test that passes only the second time has failed: something in it is left to chance.
  retries: 0,
  forbidOnly: true,
  fullyParallel: true,
  // One more than cores that tests are meant for: many wait, for a promised pause or a pretend chain.
  workers: 3,
  // The longest journey hashes passwords, waits for a pretend chain and for the pauses that the product promises.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // The global set-up has chosen it by the time a test asks.
    baseURL: process.env[originVariable],
    locale: 'en-GB',
    // What moves is waited for before each press. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Without its own pictures and copies of the page, which would cost an eighth of all the time and more.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Each test has pages of its own, which do not live long enough to gain from it.
        '--js-flags=--no-opt --no-maglev --lazy',
      ],
    },
  },
});
