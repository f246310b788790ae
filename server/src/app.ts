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
import { createExchange } from './features/orders/exchange.ts';
import { createBind, type BindingDeps } from './http/bind.ts';
import { connectionSettings, refuseWhileClosing } from './http/connections.ts';
import { installCspReports } from './http/csp-reports.ts';
import { installDeviceCookie } from './http/device-cookie.ts';
import { answerClientError, answerFrameworkError, installErrorReplies } from './http/error-reply.ts';
import { installHealth } from './http/health.ts';
import { installJsonOnly } from './http/json-only.ts';
import { installOpenApi } from './http/openapi.ts';
import { refuseWritesWhile } from './http/refuse-writes.ts';
import { createKeyWeights } from './http/key-weights.ts';
import { createRateLimiter, type LeasingRateLimiter } from './http/rate-limit.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { installSiteFiles } from './http/site-files.ts';
import { installWebApp } from './http/web-app.ts';
import { createKeyFinder } from './identity/api-keys/find-key.ts';
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
import { createMarketNews } from './realtime/market-news.ts';
import { createEventPublisher } from './realtime/publisher.ts';
import { installEventStream } from './realtime/stream.ts';
import { findStored } from './settings/queries.ts';
import { createSettings, type LoadedSettings } from './settings/settings.ts';
import type { Services } from './services.ts';

export interface AppDeps {
  readonly config: Config;
  readonly db: Database;
  /** For parts with connections of their own (job queue, live events). */
  readonly connectionString: string;
  readonly log: Logger;
  /** No other process serves this database. */
  readonly isOnlyProcess?: boolean;
  /** A reply that breaks the contract becomes a 500 instead of a surprise in the browser. */
  readonly checksReplies?: boolean;
  /** Opens the kept mails to other machines. If absent, no caller knows the token. */
  readonly outboxToken?: string;
  readonly isDiskShort?: () => boolean;
  /** The wait for newer prices of a caller who can see the last ones; one second by default. */
  readonly marketPatienceMs?: number;
  /** Old prices are refreshed this often; every 15 seconds by default. */
  readonly marketRefreshMs?: number;
  /** A test's stand-in for the rail of the configuration. */
  readonly rail?: Rail;
}

const requestTimeoutMs = 15_000;

/**
 * HTTP, jobs and live events around one database; it does not listen yet. `app.close()` ends it in order: requests in flight,
 * streams, running jobs, the ledger's queue.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, log } = deps;
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    bodyLimit: limits.bodyBytesMax,
    genReqId: () => randomUUIDv7(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // A line per request would say little and cost much. Failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    ...connectionSettings(requestTimeoutMs),
    // Addresses and tokens in paths are case-sensitive.
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: limits.tokenLengthMax },
  });
  const ledger = createLedger(db);
  app.addHook('onClose', () => ledger.close());
  const rateLimiter = createRateLimiter(db.pool, config.rateLimitFactor);
  const services = await createServices(deps, { ledger, rateLimiter });
  app.addHook('onClose', () => services.exchange.close());
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
  const admission = {
    findSession: createSessionFinder(db),
    explainEnd: (token: string) => explainEnd(db, token),
    findKey: createKeyFinder(services),
    keyWeights: createKeyWeights(config.rateLimitFactor),
    rateLimiter,
  };
  await installRoutes(
    app,
    services,
    { ...admission, checksReplies: deps.checksReplies ?? false },
    deps.isDiskShort ?? (() => false),
  );
  await installCspReports(app, { log, rateLimiter });
  await installEventStream(app, {
    ...admission,
    ...services,
    connectionString: deps.connectionString,
  });
  // After it listens for changes, so that none is missed.
  await loadAssetTable(db.pool);
  await services.settings.load();
  if (services.rail.isSandbox && config.smtpUrl === undefined)
    installOutboxPage(app, config, deps.outboxToken ?? createToken());
  installSiteFiles(app, {
    ...services,
    listCoinIds: async () => (await services.market.listCoins()).coins.map(({ id }) => id),
  });
  await installWebApp(app, { publicUrl: config.publicUrl, hasDevPages: services.rail.isSandbox });
  for (const { runs } of features) {
    const running = runs?.(services);
    if (running === undefined) continue;
    app.addHook('onReady', () => running.start());
    app.addHook('onClose', () => running.stop());
  }
  installJobs(app, services, deps);
  return app;
}

async function createServices(
  deps: AppDeps,
  { ledger, rateLimiter }: { ledger: Services['ledger']; rateLimiter: LeasingRateLimiter },
): Promise<Services & { readonly settings: LoadedSettings }> {
  const { config, db, log } = deps;
  const secretBox = await openSecretBox(config, db);
  const base = {
    config,
    settings: createSettings({ stated: config.statedSettings, findStored: () => findStored(db.pool) }),
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
    marketNews: createMarketNews(),
    log,
    accountParts: features,
  };
  // Whoever gives others something to trade with is not held back.
  const exchange = createExchange(base, (userId) => rateLimiter.giveBack('order', userId));
  return { ...base, exchange };
}

async function installRoutes(
  app: FastifyInstance,
  services: Services,
  admission: BindingDeps,
  isDiskShort: () => boolean,
): Promise<void> {
  const bind = createBind(app, admission);
  for (const { bindRoutes } of features) bindRoutes?.(bind, services);
  for (const feature of features) {
    await feature.installRoutes?.(app, {
      services,
      rateLimiter: admission.rateLimiter,
      admission,
      isDiskShort,
      checksReplies: admission.checksReplies,
    });
  }
}

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
