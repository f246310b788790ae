import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['server/src/test/database-setup.ts'],
          // Passwords are hashed and processes started for real.
          testTimeout: 20_000,
          hookTimeout: 30_000,
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
