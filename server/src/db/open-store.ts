import pg from 'pg';
import { claimDataFolder, findOwner, makeDataFolder } from './data-folder.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedDatabase } from './embedded-postgres.ts';
import { one } from './rows.ts';

export interface StoreOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Of the role that migrates; defaults to `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  onUnexpectedEnd?: (message: string) => void;
}

/** The place of the data: a PostgreSQL to connect to, and the parts that this process must close. */
export interface Store extends EmbeddedDatabase {
  close(): Promise<void>;
}

/** The operator's own PostgreSQL can't be used. The message is one line. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** For the server: claims the data folder and starts its PostgreSQL, or connects to DATABASE_URL. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, databaseOwnerUrl = databaseUrl, dataDir } = options;
  if (databaseUrl !== undefined && databaseOwnerUrl !== undefined) {
    // The folder then has only mails and keys, which several processes may share. So no process owns it.
    await makeDataFolder(dataDir);
    await verifyOneDatabase(databaseUrl, databaseOwnerUrl);
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

/** For commands beside the server: uses the database of the running server, or opens it for the duration of the command. */
export async function shareStore(options: StoreOptions): Promise<Store> {
  if (options.databaseUrl === undefined && (await findOwner(options.dataDir)) !== undefined) {
    return { ...(await findEmbeddedPostgres(options.dataDir)), close: async () => undefined };
  }
  return openStore(options);
}

async function verifyOneDatabase(databaseUrl: string, databaseOwnerUrl: string): Promise<void> {
  const served = await identify('DATABASE_URL', databaseUrl);
  if (databaseOwnerUrl === databaseUrl) return;
  const migrated = await identify('DATABASE_OWNER_URL', databaseOwnerUrl);
  if (migrated === served) return;
  throw new DatabaseUnusableError(
    'DATABASE_URL and DATABASE_OWNER_URL name different databases: both must name the one to serve',
  );
}

/** Texts of URLs can't be compared: a server has several names, and a pooler in front of it has a port of its own. */
async function identify(setting: string, connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ identity: string }>(
      `select concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time())) as identity
       from pg_database where datname = current_database()`,
    );
    return one(answer).identity;
  } catch (error) {
    // The operator's URL may carry a password: never repeat it here.
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new DatabaseUnusableError(`The database of ${setting} can't be reached: ${reason}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
