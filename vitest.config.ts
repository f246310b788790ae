import { hash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findBrowser } from './scripts/browser.mjs';
import { aboutHashes, cheapHashPlugin } from './scripts/cheap-hash-plugin.ts';

/** A process of its own for each, beside the others: what they kill waits for what comes, however late. */
const alone = [
  'server/src/promises/{05,06,07,25}-*.test.ts',
  // They go by the time in ids, which never goes back: another file that moved the clock would date them in the future.
  'server/src/console/today/business.test.ts',
  'server/src/console/reports/reports.test.ts',
];

/** Ends within a time by the clock, and what a hash takes in production: with as little beside them as possible. */
const timed = ['server/src/process.test.ts', ...aboutHashes];

/** Over a minute each: begun last, they would run alone. */
const long = /promises\/(03|04|05)-/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    // Within a project: a change of project starts processes anew.
    if (shuffle === true) return inOrderOf(files, ({ moduleId }) => hash('sha1', `${seed} ${moduleId}`));
    const sorted = await super.sort(files);
    return [...sorted].sort(
      (one, other) => Number(long.test(other.moduleId)) - Number(long.test(one.moduleId)),
    );
  }
}

function inOrderOf(
  files: readonly TestSpecification[],
  placeOf: (file: TestSpecification) => string,
): TestSpecification[] {
  const place = (file: TestSpecification) =>
    `${file.project.config.sequence.groupOrder} ${file.project.name} ${placeOf(file)}`;
  return files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

/**
 * A process for each file costs more than the tests of functions. No module keeps anything that another file's tests could meet.
 * Not threads: these have no time zone of their own.
 */
const sharedProcesses = { pool: 'forks', isolate: false } as const;

const executablePath = findBrowser(import.meta.dirname);
const browserLaunch = {
  ...(executablePath !== undefined && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    // One page renders thousands of trees and forgets them: with room for more of them it tidies up less often.
    '--js-flags=--min-semi-space-size=32',
  ],
};

/** What a job does is waited for. On a busy machine that takes longer than Vitest's second. */
const patient = { poll: { timeout: 30_000, interval: 20 } };

/** For how long a component test waits for one thing: three seconds are too few where other work takes both cores. As in give-up.ts. */
const patienceMs = 8000;

/** Pictures that nobody sees needn't be painted. What is where, and what lies above it, stays the same. */
const unpainted = `if (navigator.userAgent.includes('Headless')) document.documentElement.style.opacity = '0';`;

export default defineConfig({
  test: {
    // One more than cores: many tests wait. test-postgres.ts counts connections for three.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        plugins: [cheapHashPlugin()],
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...alone, ...timed],
          globalSetup: ['server/src/test/database-setup.ts'],
          // Loading the product for each file would double the time. No module keeps anything that another file's tests could
          // meet.
          pool: 'threads',
          isolate: false,
          // Real processes take several times as long on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          globalSetup: ['server/src/test/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'timed',
          include: timed,
          globalSetup: ['server/src/test/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: patient,
          // One mostly waits and the other mostly computes.
          maxWorkers: 2,
          // After all others.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts', '*.test.ts', 'scripts/**/*.test.ts'],
          ...sharedProcesses,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.ts'],
          ...sharedProcesses,
          // One of them counts through a century.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        publicDir: 'web/public',
        // What is found during a run would reload the page under a test.
        optimizeDeps: { entries: ['web/src/**/*.{ts,tsx}'] },
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/test/set-up.ts'],
          // set-up.ts clears what modules remember.
          isolate: false,
          fileParallelism: false,
          // Projects with other numbers of workers run apart.
          sequence: { groupOrder: 2 },
          // Minutes of a held clock are hundreds of renders, and the browser's journeys take both cores beside them.
          testTimeout: 30_000,
          // Each poll moves a held clock by this much, so a long one would run it out.
          expect: { poll: { timeout: patienceMs, interval: 5 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: browserLaunch,
              // Each press would wait for what moves.
              contextOptions: { reducedMotion: 'reduce', locale: 'en-GB' },
              actionTimeout: patienceMs,
            }),
            orchestratorScripts: [{ content: unpainted }],
            // See quick-actions.ts.
            commands: { pressAt: ({ page }, x: number, y: number) => page.mouse.click(x, y) },
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
