import type { TestProject } from 'vitest/node';
import { startTestPostgres, TEMPLATE_DATABASE } from './test-postgres.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.provide('postgresConnectionString', postgres.connectionString);
  project.provide('templateDatabase', TEMPLATE_DATABASE);
  return () => postgres.stop();
}
