import pg from 'pg';
import { claimDataFolder, findOwner, makeDataFolder } from './data-folder.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedDatabase } from './embedded-postgres.ts';

export interface StoreOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Of the role that migrates; that of `databaseUrl` where there is none. */
  databaseOwnerUrl: string | undefined;
  onUnexpectedEnd?: (message: string) => void;
}

/** Where the data is: a PostgreSQL to connect to, and what this process has to end for it. */
export interface Store extends EmbeddedDatabase {
  close(): Promise<void>;
}

/** The operator's own PostgreSQL can't be used; the message is one line. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

/** For the server: claims the data folder and starts its PostgreSQL, or reaches the one that DATABASE_URL names. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, databaseOwnerUrl = databaseUrl, dataDir } = options;
  if (databaseUrl !== undefined && databaseOwnerUrl !== undefined) {
    // The folder then holds only mails and keys, which several processes may share; so nobody owns it.
    await makeDataFolder(dataDir);
    await verifyReachable('DATABASE_URL', databaseUrl);
    if (databaseOwnerUrl !== databaseUrl) await verifyReachable('DATABASE_OWNER_URL', databaseOwnerUrl);
    return {
      connectionString: databaseUrl,
      ownerConnectionString: databaseOwnerUrl,
      close: async () => undefined,
    };
  }
  const folder = await claimDataFolder(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({
      dataFolder: folder.path,
      ...(options.onUnexpectedEnd && { onUnexpectedEnd: options.onUnexpectedEnd }),
    });
    return {
      connectionString: postgres.connectionString,
      ownerConnectionString: postgres.ownerConnectionString,
      async close() {
        await postgres.stop();
        await folder.release();
      },
    };
  } catch (error) {
    await folder.release();
    throw error;
  }
}

/** For commands beside the server: uses the database of a server that is running, else opens it for the while. */
export async function shareStore(options: StoreOptions): Promise<Store> {
  if (options.databaseUrl === undefined && (await findOwner(options.dataDir)) !== undefined) {
    return { ...(await findEmbeddedPostgres(options.dataDir)), close: async () => undefined };
  }
  return openStore(options);
}

async function verifyReachable(setting: string, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    // The address is the operator's own and may carry a password: it is not repeated here.
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new DatabaseUnreachableError(`The database of ${setting} can't be reached: ${reason}`, {
      cause: error,
    });
  }
}
