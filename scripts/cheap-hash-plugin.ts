import type { Plugin } from 'vitest/config';
import { plant } from './planted-bug.ts';
import { plantedBugPlugin } from './planted-bug-plugin.ts';

/** Of 8 KiB instead of 32 MiB: thousands of hashes of tests would be a fourth of what they compute. */
const cheapHash = {
  file: 'server/src/identity/secrets/password.ts',
  find: 'const argon2Settings = securityParameters.passwordHash;',
  replace: 'const argon2Settings = { memoryCost: 8, timeCost: 1, parallelism: 1 };',
};

/** Where what a hash takes, or what it is made with, is the subject. */
export const aboutHashes = [
  'server/src/promises/11-*.test.ts',
  'server/src/identity/secrets/password.test.ts',
  'server/src/identity/sign-in/real-hashes.test.ts',
];

/**
 * Changes the product only where the test runner loads it. On disk, and in processes that tests spawn, hashes are as in production.
 * @throws Error when the text to replace is gone: otherwise tests would become slow, and nobody would know why.
 */
export function cheapHashPlugin(): Plugin {
  plant(cheapHash);
  return plantedBugPlugin(cheapHash);
}
