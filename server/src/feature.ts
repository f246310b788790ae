import type { FastifyInstance } from 'fastify';
import type { AccountPart } from './account-part.ts';
import type { AdmissionDeps, Bind } from './http/bind.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { JobName, JobPayloads, JobSchedules } from './jobs/queue.ts';
import type { Services } from './services.ts';

/**
 * Its `feature.ts` names the parts that a feature has; `features/features.ts` lists it. Live topics and kinds of notices are in
 * the contract, because the browser needs them too.
 */
export interface Feature extends AccountPart {
  /** Binds its endpoints of the contract. */
  readonly bindRoutes?: (bind: Bind, services: Services) => void;
  /** For outside callers that use no endpoint of the contract. */
  readonly installRoutes?: (app: FastifyInstance, deps: RouteDeps) => Promise<void>;
  /** The handler of each job. The feature adds the payloads to JobPayloads. */
  readonly jobs?: {
    readonly [Name in JobName]?: (services: Services, payload: JobPayloads[Name]) => Promise<void>;
  };
  /** When the clock adds the jobs. */
  readonly schedules?: JobSchedules;
  /** Every minute, because any webhook can be lost. */
  readonly watchRail?: (services: Services) => Promise<void>;
  /** What goes on as long as the app, beside calls and jobs. */
  readonly runs?: (services: Services) => Running;
  /** Rows that the hourly sweep removes. */
  readonly expiring?: readonly ExpiringRows[];
  /** Work of the hourly sweep that `expiring` can't express. */
  readonly sweep?: (services: SweepServices) => Promise<void>;
}

export interface Running {
  /** Before the first call is taken. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RouteDeps {
  readonly services: Services;
  readonly rateLimiter: RateLimiter;
  readonly admission: AdmissionDeps;
  readonly isDiskShort: () => boolean;
  /** As for the calls of the contract. */
  readonly checksReplies: boolean;
}

/** Without the sweep they would grow for ever. */
export interface ExpiringRows {
  readonly table: string;
  /** The timestamp column that `keptFor` counts from. */
  readonly since: string;
  /** By default rows expire at that timestamp. */
  readonly keptFor?: { readonly days?: number; readonly hours?: number };
  /** SQL condition that selects the rows; all rows by default. */
  readonly where?: string;
}

export type SweepServices = Pick<Services, 'accountParts' | 'db' | 'events' | 'log'>;
