import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findBrowser } from './scripts/browser.mjs';

/**
 * Kill processes at moments that come late where others want the cores too, or compare how long replies take to 2 %.
 * sign-in/sign-in.test.ts compares to 10 % what would differ by half, which shows beside others too.
 */
const timed = ['server/src/promises/{05,06,07,11}-*.test.ts', 'server/src/process.test.ts'];

/** Take more than a minute each: begun last, they would be waited for alone. */
const long = /promises\/(03|04)-/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted].sort(
      (one, other) => Number(long.test(other.moduleId)) - Number(long.test(one.moduleId)),
    );
  }
}

const executablePath = findBrowser(import.meta.dirname);
const browserLaunch = {
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
};

export default defineConfig({
  test: {
    // One more than cores that tests are meant for: many wait, for minimum reply times, mails and jobs. The connections
    // that test-postgres.ts allows are counted for three.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: timed,
          globalSetup: ['server/src/test/database-setup.ts'],
          // Loading the product anew for each file would take as long as all tests of it. No module keeps anything that
          // another file's tests, on a database of their own, could meet.
          pool: 'threads',
          isolate: false,
          // Passwords are hashed and processes started for real. A machine that does much else takes several times as long.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'timed',
          include: timed,
          globalSetup: ['server/src/test/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          // After all others: what takes every core by itself would only keep them from theirs.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts', '*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        publicDir: 'web/public',
        // All that the web app uses, found before the first test: what is found later reloads the page under a test.
        optimizeDeps: { entries: ['web/src/**/*.{ts,tsx}'] },
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/test/set-up.ts'],
          // One page for all files: set-up.ts clears between tests what modules remember.
          isolate: false,
          fileParallelism: false,
          // Projects with other numbers of workers are run apart.
          sequence: { groupOrder: 2 },
          testTimeout: 10_000,
          // Each look passes as much of a clock that a test holds: few milliseconds, or a slow machine runs it out.
          expect: { poll: { timeout: 3000, interval: 5 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: browserLaunch,
              // What moves would be waited for before each press.
              contextOptions: { reducedMotion: 'reduce', locale: 'en-GB' },
              actionTimeout: 3000,
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1024, height: 800 },
            ui: false,
            traceView: false,
            screenshotFailures: false,
            dependencySourcemaps: false,
          },
        },
      },
    ],
  },
});
