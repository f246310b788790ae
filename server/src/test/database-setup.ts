import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './test-postgres.ts';

/** Starts one PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.provide('postgresConnectionString', postgres.connectionString);
  return () => postgres.stop();
}
