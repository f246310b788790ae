import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { errorReply, type ErrorReply } from '@mercury/contract/api/error-reply.ts';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { vi } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import { closeDatabase, openDatabase, type Database } from '../db/database.ts';
import { listOutbox, type KeptMail } from '../mail/outbox.ts';
import { outboxFolderOf } from '../mail/transport.ts';
import type { Rail } from '../rails/rail.ts';
import { findStored } from '../settings/queries.ts';
import { createSettings, type Settings } from '../settings/settings.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's address; 127.0.0.1 by default. */
  readonly networkAddress?: string;
}

export interface TestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON. `succeeded` and `refused` read it as the contract types it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads any reply, and fails where it is another.
  readonly body: any;
}

/** The whole product with its own database and data folder, without a listener. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly connectionString: string;
  /** The owner of the tables may do what the product may not. */
  readonly ownerDb: Database;
  readonly config: Config;
  /** What this process knew of them when it began. */
  readonly settings: Settings;
  /** A path below /v1, with its query. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: CallOptions,
  ): Promise<TestReply>;
  /** Newest first. Waits until all are sent. */
  mailsTo(email: string): Promise<KeptMail[]>;
  close(): Promise<void>;
}

interface TestAppOptions {
  readonly rail?: Rail;
  readonly isDiskShort?: () => boolean;
  /** By default as long as a stand-in on a busy machine may take. */
  readonly marketPatienceMs?: number;
  /** By default the log is discarded. */
  readonly log?: Logger;
}

/**
 * Call it in `beforeAll` and `close` in `afterAll`. Rate limits are wide open; a test of limits sets RATE_LIMIT_FACTOR to 1. No
 * market-data service is asked; a test of one brings its own stand-in.
 */
export async function createTestApp(
  environment: Readonly<Record<string, string>> = {},
  { rail, isDiskShort, log, marketPatienceMs }: TestAppOptions = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'mercury-test-app-'));
  return startApp(environment, { database, dataDir, rail, isDiskShort, log, marketPatienceMs }, async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
}

/** Like another process on the same data. Close it before the first app. */
export async function createSiblingApp(
  { connectionString, ownerDb, config }: TestApp,
  environment: Readonly<Record<string, string>> = {},
  { rail }: { rail?: Rail } = {},
): Promise<TestApp> {
  const db = openDatabase({ connectionString });
  const database = { db, connectionString, ownerDb };
  return startApp(environment, { database, dataDir: config.dataDir, rail }, () => closeDatabase(db));
}

interface AppPlace {
  readonly database: Omit<TestDatabase, 'drop'>;
  readonly dataDir: string;
  readonly rail: Rail | undefined;
  readonly isDiskShort?: (() => boolean) | undefined;
  readonly log?: Logger | undefined;
  readonly marketPatienceMs?: number | undefined;
}

async function startApp(
  environment: Readonly<Record<string, string>>,
  place: AppPlace,
  cleanUp: () => Promise<void>,
): Promise<TestApp> {
  try {
    return await startOn(environment, place, cleanUp);
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** The token of every test app's outbox. */
export const outboxToken = 'the-token-of-the-outbox';

async function startOn(
  environment: Readonly<Record<string, string>>,
  {
    database,
    dataDir,
    rail,
    isDiskShort,
    log = pino({ level: 'silent' }),
    marketPatienceMs = 20_000,
  }: AppPlace,
  cleanUp: () => Promise<void>,
): Promise<TestApp> {
  const { db, connectionString, ownerDb } = database;
  const config = readConfig({
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    MARKET_DATA_URL: 'none',
    HOUSE_QUOTES: 'off',
    // Most tests that withdraw are about the money; those of codes ask for them. A real rail wants one whatever is set here.
    ...(environment['RAIL'] === undefined && { WITHDRAWAL_CODE: 'never' }),
    ...environment,
  });
  const app = await buildApp({
    config,
    db,
    connectionString,
    log,
    checksReplies: true,
    outboxToken,
    marketPatienceMs,
    // Nothing asks the market by itself while a test sets the clock.
    marketRefreshMs: 60 * 60 * 1000,
    ...(rail === undefined ? {} : { rail }),
    ...(isDiskShort === undefined ? {} : { isDiskShort }),
  });
  await app.ready();
  const settings = createSettings({ stated: config.statedSettings, findStored: () => findStored(db.pool) });
  await settings.load();
  return {
    app,
    db,
    connectionString,
    ownerDb,
    config,
    settings,
    call: (method, path, options = {}) => call(app, method, path, options),
    mailsTo: (email) => mailsTo(db, config, email),
    async close() {
      await app.close();
      await cleanUp();
    },
  };
}

async function call(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options: CallOptions,
): Promise<TestReply> {
  const reply = await app.inject({
    method,
    url: `/v1${path}`,
    remoteAddress: options.networkAddress ?? '127.0.0.1',
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
  });
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body };
}

async function mailsTo(db: Database, config: Config, email: string): Promise<KeptMail[]> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query(
        'select from outgoing_mail where lower(recipient) = lower($1) and sent_at is null',
        [email],
      );
      if (rows.length > 0) throw new Error(`a mail to ${email} was not sent`);
    },
    { timeout: 10_000, interval: 10 },
  );
  const mails = await listOutbox(outboxFolderOf(config));
  return mails.filter((mail) => mail.to.toLowerCase() === email.toLowerCase());
}

export function succeeded<E extends Endpoint>(endpoint: E, reply: TestReply): ReplyOf<E> {
  if (reply.status !== endpoint.status) {
    throw new Error(`${endpoint.path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  }
  // ReplyOf is inferred from this schema, which the compiler can't follow.
  return endpoint.reply?.parse(reply.body) as ReplyOf<E>;
}

export function refused(reply: TestReply): ErrorReply & { status: number } {
  return { ...errorReply.parse(reply.body), status: reply.status };
}
