import { productName } from '@mercury/contract/product.ts';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { AssetClashError } from './db/asset-table.ts';
import { watchDiskRoom } from './db/disk-room.ts';
import { closeDatabase, openDatabase } from './db/database.ts';
import { DataFolderError } from './db/data-folder.ts';
import { mayWriteLedger, migrate, MigrationError } from './db/migrate.ts';
import { DatabaseUnusableError, openStore, type Store } from './db/open-store.ts';
import { EmbeddedPostgresError } from './db/postgres-binaries.ts';
import { createToken } from './identity/secrets/tokens.ts';
import { createLog } from './log.ts';
import { keptMailsWarning } from './mail/kept-mails-warning.ts';
import { createLifetime, endOnSignals } from './lifetime.ts';
import type { Lifetime } from './lifetime.ts';
import { sourceOfPrices } from './market-settings.ts';
import { asListenError, ListenError, verifyAddressIsFree } from './listen-address.ts';

// Together below five seconds, after which an operator's tools would kill the process.
const APP_END_TIMEOUT_MS = 2_000;
const POOL_END_TIMEOUT_MS = 300;
const STORE_END_TIMEOUT_MS = 2_500;

const IDLE_CHECK_INTERVAL_MS = 20;

// The operator can fix these, and reads one line. Any other error is a bug and shows where it happened.
const OPERATOR_ERRORS = [
  AssetClashError,
  ConfigError,
  DatabaseUnusableError,
  DataFolderError,
  EmbeddedPostgresError,
  ListenError,
  MigrationError,
];

const ONE_ROLE_WARNING =
  'The role of DATABASE_URL owns the tables: the database does not keep it from writing the ledger. Set DATABASE_OWNER_URL to migrate as another role';

async function start(lifetime: Lifetime): Promise<void> {
  const config = readConfig(process.env);
  const address = { host: config.host, port: config.port };
  await lifetime.begin(() => verifyAddressIsFree(address));
  const store = await beginStore(lifetime, config);
  const { connectionString } = store;
  // On the sandbox there is somebody to trade with from the first minute. Real markets wait for their operator.
  const opensMarkets = config.rail === 'sandbox' && config.quotesMarkets;
  await lifetime.begin(() => migrate({ ...store, opensMarkets }));
  if (await lifetime.begin(() => mayWriteLedger(connectionString))) console.warn(ONE_ROLE_WARNING);
  const outboxToken = createToken();
  await beginApp(lifetime, { config, connectionString, outboxToken });
  console.log(sourceOfPrices(config.marketData));
  console.log(`${productName} is ready at ${config.publicUrl.href.replace(/\/$/, '')}`);
  const warning = keptMailsWarning(config, outboxToken);
  if (warning !== undefined) console.warn(warning);
}

async function beginStore(lifetime: Lifetime, config: Config): Promise<Store> {
  return lifetime.begin(async () => {
    const opened = await openStore({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      databaseOwnerUrl: config.databaseOwnerUrl,
      // Without its database the process is useless, and its supervisor can restart it. Another database start beneath open
      // requests would only hide the crash.
      onUnexpectedEnd(message) {
        console.error(message);
        lifetime.end(1);
      },
    });
    lifetime.add('the database', STORE_END_TIMEOUT_MS, () => opened.close());
    return opened;
  });
}

async function beginApp(
  lifetime: Lifetime,
  {
    config,
    connectionString,
    outboxToken,
  }: { config: Config; connectionString: string; outboxToken: string },
): Promise<void> {
  const log = createLog(config.logLevel);
  const db = openDatabase({
    connectionString,
    // Only the message: the driver attaches the whole connection, with its secrets, to the error.
    onConnectionError: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
  });
  lifetime.add('the database connections', POOL_END_TIMEOUT_MS, () => closeDatabase(db));
  const isOnlyProcess = config.databaseUrl === undefined;
  await lifetime.begin(async () => {
    // An operator's own database has its disk elsewhere.
    const room = isOnlyProcess ? await watchDiskRoom({ folder: config.dataDir, log }) : undefined;
    const app = await buildApp({
      config,
      db,
      connectionString,
      log,
      // One process owns a data folder, and with it the database inside.
      isOnlyProcess,
      ...(room && { isDiskShort: () => room.isShort() }),
      outboxToken,
    });
    lifetime.add('the requests in flight', APP_END_TIMEOUT_MS, () => closeApp(app));
    try {
      await app.listen({ host: config.host, port: config.port });
    } catch (error) {
      throw asListenError(error, config);
    }
  });
}

/** Stops listening, then waits for the requests in flight. */
async function closeApp(app: FastifyInstance): Promise<void> {
  // A connection that gets its last answer only now would stay open for a next request, which never comes.
  const timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  await app.close().finally(() => clearInterval(timer));
}

const lifetime = createLifetime({
  exit: (code) => process.exit(code),
  report: (problem) => console.error(problem),
});
endOnSignals(lifetime);
try {
  await start(lifetime);
} catch (error) {
  const isOperators = OPERATOR_ERRORS.some((kind) => error instanceof kind);
  console.error(
    isOperators && error instanceof Error ? `${productName} can't start: ${error.message}` : error,
  );
  lifetime.end(1);
}
