import { defineConfig } from 'vitest/config';
import { plantedBugPlugin, plantedBugVariable } from './scripts/planted-bug-plugin.ts';

/** Compare how long replies take, or kill processes at moments that come late where others want the cores too. */
const timed = ['server/src/promises/{03,04,05,06,07,11}-*.test.ts'];

export default defineConfig({
  test: {
    // What was made of a module with a bug in it must be kept for no other run, nor the other way round.
    fsModuleCache: process.env[plantedBugVariable] === undefined,
    projects: [
      {
        plugins: [plantedBugPlugin()],
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: timed,
          globalSetup: ['server/src/test/database-setup.ts'],
          // Passwords are hashed and processes started for real.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [plantedBugPlugin()],
        test: {
          name: 'timed',
          include: timed,
          globalSetup: ['server/src/test/database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 30_000,
          fileParallelism: false,
          // After all others: what is compared by its time must not share its cores with them.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts', '*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.ts'],
        },
      },
    ],
  },
});
