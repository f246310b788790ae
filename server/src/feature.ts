import type { FastifyInstance } from 'fastify';
import type { AccountPart } from './account-part.ts';
import type { Bind } from './http/bind.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { JobName, JobPayloads, JobSchedules } from './jobs/queue.ts';
import type { Services } from './services.ts';

/**
 * What a feature is to the rest of the server: its `feature.ts` says what it has of this, and `features/features.ts` lists it.
 * Topics of the live stream and kinds of notices stand in the contract, since the browser needs them as well.
 */
export interface Feature extends AccountPart {
  /** Binds its endpoints of the contract. */
  readonly bindRoutes?: (bind: Bind, services: Services) => void;
  /** For what is called from outside and is no endpoint of the contract. */
  readonly installRoutes?: (app: FastifyInstance, deps: RouteDeps) => Promise<void>;
  /** What runs each of its jobs. Their payloads are added to JobPayloads beside. */
  readonly jobs?: {
    readonly [Name in JobName]?: (services: Services, payload: JobPayloads[Name]) => Promise<void>;
  };
  /** When the clock adds which of its jobs. */
  readonly schedules?: JobSchedules;
  /** Asks the rail, once a minute, what its callbacks should have told: any of them can be lost. */
  readonly watchRail?: (services: Services) => Promise<void>;
  /** What the hourly sweep removes. */
  readonly expiring?: readonly ExpiringRows[];
  /** What the hourly sweep does where rows and their times don't say it. */
  readonly sweep?: (services: SweepServices) => Promise<void>;
}

export interface RouteDeps {
  readonly services: Services;
  readonly rateLimiter: RateLimiter;
}

/** Rows that are kept for a time only, and would otherwise grow for ever. */
export interface ExpiringRows {
  readonly table: string;
  /** The column with the time from which on they are kept. */
  readonly since: string;
  /** No longer than until that time, unless told. */
  readonly keptFor?: { readonly days?: number; readonly hours?: number };
  /** SQL: which of the rows, unless all. */
  readonly where?: string;
}

export type SweepServices = Pick<Services, 'accountParts' | 'db' | 'events' | 'log'>;
