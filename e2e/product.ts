import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, type ServerProcess, spawnServer } from '../server/src/test/process.ts';
import {
  asOwner,
  createDatabase,
  onDatabase,
  startTestPostgres,
  TEMPLATE_DATABASE,
  type TestPostgres,
} from '../server/src/test/test-postgres.ts';
import { databaseVariable, encryptionKey } from './shared-product.ts';

const readyTimeoutMs = 60_000;

interface RunningProduct {
  origin: string;
  /** Of its database, for what tests put there beforehand. */
  connectionString: string;
  stop: () => Promise<void>;
}

/**
 * Starts the product as an operator would, with a data folder and a database of its own, and these settings beside the
 * usual ones. Within a run of browser tests all products share the PostgreSQL that the global set-up has started.
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mercury-e2e-'));
  const postgres = await findOrStartPostgres();
  const cleanUp = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return await startOn(postgres, { dataDir, settings, cleanUp });
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

interface ProductToStart {
  dataDir: string;
  settings: Readonly<Record<string, string>>;
  cleanUp: () => Promise<void>;
}

async function startOn(
  postgres: TestPostgres,
  { dataDir, settings, cleanUp }: ProductToStart,
): Promise<RunningProduct> {
  const connectionString = await createProductDatabase(postgres.connectionString);
  const port = await findFreePort();
  // By its name: browsers make no passkey for a bare address.
  const origin = `http://localhost:${port}`;
  // Every test comes from one address, which no limit was made for.
  const env = {
    PUBLIC_URL: origin,
    RATE_LIMIT_FACTOR: '1000000',
    DATABASE_URL: connectionString,
    DATABASE_OWNER_URL: asOwner(connectionString),
    ENCRYPTION_KEY: encryptionKey,
    ...settings,
  };
  const server = spawnServer({ dataDir, port, env });
  await untilReady(server);
  return {
    origin,
    connectionString,
    stop: async () => {
      server.kill('SIGTERM');
      const exitCode = await server.exitCode;
      await cleanUp();
      if (exitCode !== 0) throw new Error(`the product ended with ${exitCode}:\n${server.output()}`);
    },
  };
}

/** @throws what went wrong; the server has ended then. */
async function untilReady(server: ServerProcess): Promise<void> {
  const patience = AbortSignal.timeout(readyTimeoutMs);
  try {
    await Promise.race([
      server.untilOutput(' is ready at '),
      new Promise<never>((_, reject) => {
        patience.addEventListener('abort', () => reject(new Error(`not ready in time:\n${server.output()}`)));
      }),
    ]);
  } catch (error) {
    // One that hangs may not listen to anything milder.
    server.kill('SIGKILL');
    await server.exitCode;
    throw error;
  }
}

async function findOrStartPostgres(): Promise<TestPostgres> {
  const shared = process.env[databaseVariable];
  if (shared === undefined) return startTestPostgres();
  return { connectionString: shared, stop: () => Promise.resolve() };
}

async function createProductDatabase(server: string): Promise<string> {
  const name = `product_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server, { name, template: TEMPLATE_DATABASE });
  return onDatabase(server, name);
}
