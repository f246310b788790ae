import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { TEMPLATE_DATABASE } from './database.ts';
import { plantInMigrations } from './planted-migrations.ts';

/** Starts one PostgreSQL for the whole run, with a migrated template that test databases are copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mercury-test-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const teardown = async () => {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.connectionString);
  } catch (error) {
    // Without this a migration that fails would leave its PostgreSQL running.
    await teardown();
    throw error;
  }
  project.provide('postgresConnectionString', postgres.connectionString);
  return teardown;
}

async function makeTemplate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(connectionString);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  const folder = await plantInMigrations();
  await migrate({ connectionString: template.href, ...(folder && { folder }) });
}
