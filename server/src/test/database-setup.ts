import type { TestProject } from 'vitest/node';
import { startTestPostgres, TEMPLATE_DATABASE, type TestPostgres } from './test-postgres.ts';

interface Shared {
  readonly postgres: Promise<TestPostgres>;
  projects: number;
}

/** Each project of a run loads this module anew, so what they share is not in it. */
const run: typeof globalThis & { mercuryTestPostgres?: Shared | undefined } = globalThis;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (run.mercuryTestPostgres ??= { postgres: startTestPostgres(), projects: 0 });
  shared.projects += 1;
  const postgres = await shared.postgres;
  project.provide('postgresConnectionString', postgres.connectionString);
  project.provide('templateDatabase', TEMPLATE_DATABASE);
  return async () => {
    shared.projects -= 1;
    if (shared.projects > 0) return;
    run.mercuryTestPostgres = undefined;
    await postgres.stop();
  };
}
