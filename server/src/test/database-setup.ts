import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestPostgres, TEMPLATE_DATABASE, type TestPostgres } from './test-postgres.ts';

interface Shared {
  readonly postgres: Promise<TestPostgres>;
  readonly bundleFolder: Promise<string>;
  projects: number;
}

/** Each project of a run loads this module anew, so what they share is not in it. */
const run: typeof globalThis & { mercuryTestRun?: Shared | undefined } = globalThis;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (run.mercuryTestRun ??= {
    postgres: startTestPostgres(),
    bundleFolder: makeBundleFolder(project.config.root),
    projects: 0,
  });
  shared.projects += 1;
  const postgres = await shared.postgres;
  project.provide('postgresConnectionString', postgres.connectionString);
  project.provide('templateDatabase', TEMPLATE_DATABASE);
  project.provide('bundleFolder', await shared.bundleFolder);
  return async () => {
    shared.projects -= 1;
    if (shared.projects > 0) return;
    run.mercuryTestRun = undefined;
    await postgres.stop();
    await rm(await shared.bundleFolder, { recursive: true, force: true });
  };
}

async function makeBundleFolder(root: string): Promise<string> {
  const caches = join(root, 'node_modules/.cache');
  await mkdir(caches, { recursive: true });
  return mkdtemp(join(caches, 'server-bundle-'));
}
