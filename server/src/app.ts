import { randomUUIDv7 } from 'node:crypto';
import type { Logger } from 'pino';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { limits } from '@mercury/contract/limits.ts';
import type { Config } from './config.ts';
import { loadAssetTable } from './db/asset-table.ts';
import type { Database } from './db/database.ts';
import { openSecretBox } from './encryption.ts';
import { features } from './features/features.ts';
import { createMarket } from './features/market/market.ts';
import { createBind, type BindingDeps } from './http/bind.ts';
import { connectionSettings, refuseWhileClosing } from './http/connections.ts';
import { installCspReports } from './http/csp-reports.ts';
import { installDeviceCookie } from './http/device-cookie.ts';
import { answerClientError, answerFrameworkError, installErrorReplies } from './http/error-reply.ts';
import { installHealth } from './http/health.ts';
import { installJsonOnly } from './http/json-only.ts';
import { installOpenApi } from './http/openapi.ts';
import { refuseWritesWhile } from './http/refuse-writes.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { installSiteFiles } from './http/site-files.ts';
import { installWebApp } from './http/web-app.ts';
import { createToken } from './identity/secrets/tokens.ts';
import { createSessionFinder } from './identity/sessions/find-session.ts';
import { explainEnd } from './identity/sessions/why-ended.ts';
import { createJobs } from './jobs/handlers.ts';
import { startJobs, type JobRunner } from './jobs/queue.ts';
import { createLedger } from './ledger/ledger.ts';
import { installOutboxPage } from './mail/outbox-page.ts';
import { createMailTransport } from './mail/transport.ts';
import { createRail } from './rails/create-rail.ts';
import { keepMoneyApart } from './rails/keep-money-apart.ts';
import type { Rail } from './rails/rail.ts';
import { createEventPublisher } from './realtime/publisher.ts';
import { installEventStream } from './realtime/stream.ts';
import type { Services } from './services.ts';

export interface AppDeps {
  readonly config: Config;
  readonly db: Database;
  /** Of the same database, for parts with connections of their own (job queue, live events). */
  readonly connectionString: string;
  readonly log: Logger;
  /** No other process serves this database, as in an installation of one process. */
  readonly isOnlyProcess?: boolean;
  /** Checks replies against the contract: a wrong one becomes a 500 instead of a surprise in the browser. */
  readonly checksReplies?: boolean;
  /** Opens the kept mails to other machines. If absent, the token is a random one that no caller is told. */
  readonly outboxToken?: string;
  /** True if the disk has no room for writes. */
  readonly isDiskShort?: () => boolean;
  /** How long a caller who can see the last prices waits for newer ones; one second by default. */
  readonly marketPatienceMs?: number;
  /** How often old prices are refreshed in the background; every 15 seconds by default. */
  readonly marketRefreshMs?: number;
  /** Instead of the rail that the configuration names: a test's own stand-in for the outside world. */
  readonly rail?: Rail;
}

const requestTimeoutMs = 15_000;

/**
 * Builds the product: HTTP, jobs and live events around one database. It does not listen yet. `app.close()` ends it in
 * order: it answers requests in flight, closes streams, finishes running jobs and empties the ledger's queue.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, log } = deps;
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    bodyLimit: limits.bodyBytesMax,
    genReqId: () => randomUUIDv7(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // One line a request would say little and cost much. Failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    ...connectionSettings(requestTimeoutMs),
    // Addresses and tokens in paths are case-sensitive, and a path must match the contract exactly.
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: limits.tokenLengthMax },
  });
  const ledger = createLedger(db);
  app.addHook('onClose', () => ledger.close());
  const secretBox = await openSecretBox(config, db);
  const services: Services = {
    config,
    db,
    secretBox,
    ledger,
    rail: deps.rail ?? createRail({ config, db, secretBox }),
    market: createMarket({
      settings: config.marketData,
      db,
      log,
      patienceMs: deps.marketPatienceMs,
      refreshMs: deps.marketRefreshMs,
    }),
    mailTransport: createMailTransport(config),
    events: createEventPublisher(db.pool, log),
    log,
    accountParts: features,
  };
  await keepMoneyApart(db, services.rail);
  app.addHook('onReady', () => services.market.start());
  app.addHook('onClose', () => services.market.close());

  installErrorReplies(app);
  installJsonOnly(app);
  await installDeviceCookie(app, config);
  installSecurityHeaders(app, config);
  refuseWhileClosing(app);
  if (deps.isDiskShort) refuseWritesWhile(app, deps.isDiskShort);
  installHealth(app, db);
  installOpenApi(app);
  const rateLimiter = createRateLimiter(db.pool, config.rateLimitFactor);
  const admission = {
    findSession: createSessionFinder(db),
    explainEnd: (token: string) => explainEnd(db, token),
    rateLimiter,
  };
  await installRoutes(app, services, { ...admission, checksReplies: deps.checksReplies ?? false });
  await installCspReports(app, { log, rateLimiter });
  await installEventStream(app, { ...admission, db, connectionString: deps.connectionString, log });
  // Only after it listens for changes, so that none is missed in between.
  await loadAssetTable(db.pool);
  if (services.rail.isSandbox && config.smtpUrl === undefined)
    installOutboxPage(app, config, deps.outboxToken ?? createToken());
  installSiteFiles(app, {
    config,
    listCoinIds: async () => (await services.market.listCoins()).coins.map(({ id }) => id),
  });
  await installWebApp(app, { publicUrl: config.publicUrl, hasDevPages: services.rail.isSandbox });
  installJobs(app, services, deps);
  return app;
}

async function installRoutes(app: FastifyInstance, services: Services, options: BindingDeps): Promise<void> {
  const bind = createBind(app, options);
  for (const { bindRoutes } of features) bindRoutes?.(bind, services);
  for (const feature of features) {
    await feature.installRoutes?.(app, { services, rateLimiter: options.rateLimiter });
  }
}

/** Jobs run from the moment the app is ready until it closes. */
function installJobs(app: FastifyInstance, services: Services, deps: AppDeps): void {
  let runner: JobRunner | undefined;
  app.addHook('onReady', async () => {
    runner = await startJobs({
      connectionString: deps.connectionString,
      ...createJobs(features, services),
      log: deps.log,
      isOnlyProcess: deps.isOnlyProcess ?? false,
    });
  });
  app.addHook('onClose', () => runner?.stop());
}
