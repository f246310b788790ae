import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import { securityParameters } from '../security-parameters.ts';
import { networkOf, siteOf } from './network-address.ts';

interface Window {
  readonly points: number;
  readonly durationSeconds: number;
}

const windows: Readonly<Record<RateLimitName, readonly Window[]>> = securityParameters.rateLimits;

export type RateLimitName = keyof typeof securityParameters.rateLimits;

/** A write per request would cost more than the request. */
const countedInMemory: ReadonlySet<RateLimitName> = new Set([
  'signedIn',
  'payment',
  'market',
  // It must answer without a database.
  'status',
  'webhook',
  'cspReport',
  'cspReportOfAll',
  'invalidToken',
]);

/**
 * On the fast path of money a process takes a tenth of a person's budget at once (a lease) and spends it in memory. It counts as
 * spent, so several processes never exceed the limit.
 */
const leased: ReadonlySet<RateLimitName> = new Set(['transfer', 'quote', 'trade', 'withdraw', 'order']);
const leasesPerWindow = 10;
/** A smaller one saves little, and each point of it that another process misses counts: five withdrawals a minute are few. */
const leasePointsMin = 3;

export interface RateLimiter {
  /** @throws DomainError RateLimitExceeded with the seconds to wait. */
  consume(name: RateLimitName, subject: string): Promise<void>;
}

export interface LeasingRateLimiter extends RateLimiter {
  /** A point of a lease of this process that counts no longer. Nothing where it has none, or where none of it is spent. */
  giveBack(name: RateLimitName, subject: string): void;
}

/** In the database: restarts and further processes forget nothing. */
export function createRateLimiter(pool: pg.Pool, factor: number): LeasingRateLimiter {
  const limiters = new Map<RateLimitName, readonly Limiter[]>();
  const siteLimiters = new Map<RateLimitName, readonly Limiter[]>();
  for (const [name, list] of Object.entries(windows)) {
    // Object.entries widens the keys.
    const limitName = name as RateLimitName;
    limiters.set(
      limitName,
      list.map((window, index) => createLimiter({ pool, factor, limitName, index, window })),
    );
    const siteFactor = factor * securityParameters.networksPerSite;
    siteLimiters.set(
      limitName,
      list.map((window, index) => createLimiter({ pool, factor: siteFactor, limitName, index, window })),
    );
  }
  const spentSites = keepSpentSites();
  return {
    async consume(name, subject) {
      const site = siteOf(subject);
      if (site !== undefined) spentSites.refuse(name, site);
      for (const limiter of limiters.get(name) ?? []) await limiter.consume(networkOf(subject));
      if (site === undefined) return;
      // Last: a refused network must not spend its neighbours' budget.
      await spentSites.watch(name, site, async () => {
        for (const limiter of siteLimiters.get(name) ?? []) await limiter.consume(site);
      });
    },
    giveBack(name, subject) {
      for (const limiter of limiters.get(name) ?? []) limiter.giveBack?.(subject);
    },
  };
}

/** Until they have budget again. Otherwise each of the 65,536 networks of a /48 would store a count, although all are refused. */
function keepSpentSites() {
  const endOf = new LRUCache<string, number>({ max: spentSitesMax });
  const keyOf = (name: RateLimitName, site: string): string => `${name} ${site}`;
  return {
    refuse(name: RateLimitName, site: string): void {
      const msLeft = (endOf.get(keyOf(name, site)) ?? 0) - Date.now();
      if (msLeft > 0) throw refusalFor(msLeft);
    },
    async watch(name: RateLimitName, site: string, consume: () => Promise<void>): Promise<void> {
      try {
        await consume();
      } catch (error) {
        if (error instanceof DomainError && error.retryAfterSeconds !== undefined) {
          endOf.set(keyOf(name, site), Date.now() + error.retryAfterSeconds * 1000);
        }
        throw error;
      }
    },
  };
}

// An evicted site finds out again.
const spentSitesMax = 10_000;

function createLimiter(options: {
  pool: pg.Pool;
  factor: number;
  limitName: RateLimitName;
  index: number;
  window: Window;
}): Limiter {
  const points = options.window.points * options.factor;
  const settings = {
    keyPrefix: `${options.limitName}${options.index}`,
    points,
    duration: options.window.durationSeconds,
  };
  if (countedInMemory.has(options.limitName)) return consumeOneBy(new RateLimiterMemory(settings));
  const limiter = new RateLimiterPostgres({
    ...settings,
    storeClient: options.pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    // Above the limit a flood costs the database nothing.
    inMemoryBlockOnConsumed: points,
    clearExpiredByTimeout: true,
  });
  const leasePoints = points / leasesPerWindow;
  // Otherwise the last points of the budget could never be spent.
  const isWhole = Number.isInteger(leasePoints);
  const isLeased = leased.has(options.limitName) && isWhole && leasePoints >= leasePointsMin;
  return isLeased ? consumeByLease(limiter, leasePoints) : consumeOneBy(limiter);
}

interface Limiter {
  /** @throws DomainError RateLimitExceeded */
  consume(subject: string): Promise<void>;
  giveBack?(subject: string): void;
}

function consumeOneBy(limiter: RateLimiterAbstract): Limiter {
  return {
    async consume(subject) {
      await take(limiter, subject, 1);
    },
  };
}

interface Lease {
  left: number;
  readonly endsAt: number;
}

// Many times the people who move money in a minute. Above it, old leases are dropped.
const leasesKeptMax = 10_000;

function consumeByLease(limiter: RateLimiterAbstract, leasePoints: number): Limiter {
  const leases = new Map<string, Lease>();
  // Otherwise a burst would take a lease each.
  const beingTaken = new Map<string, Promise<void>>();

  async function takeLease(subject: string): Promise<void> {
    const { msBeforeNext } = await take(limiter, subject, leasePoints);
    if (leases.size >= leasesKeptMax) dropEnded(leases);
    leases.set(subject, { left: leasePoints, endsAt: Date.now() + msBeforeNext });
  }

  function spend(subject: string): boolean {
    const lease = leases.get(subject);
    if (lease === undefined || lease.left === 0 || lease.endsAt <= Date.now()) return false;
    lease.left -= 1;
    return true;
  }

  return {
    async consume(subject) {
      while (!spend(subject)) {
        let taken = beingTaken.get(subject);
        if (taken === undefined) {
          taken = takeLease(subject).finally(() => beingTaken.delete(subject));
          beingTaken.set(subject, taken);
        }
        await taken;
      }
    },
    giveBack(subject) {
      const lease = leases.get(subject);
      if (lease !== undefined && lease.left < leasePoints) lease.left += 1;
    },
  };
}

function dropEnded(leases: Map<string, Lease>): void {
  const now = Date.now();
  for (const [subject, { endsAt }] of leases) if (endsAt <= now) leases.delete(subject);
}

async function take(limiter: RateLimiterAbstract, subject: string, points: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(subject, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw refusalFor(refusal.msBeforeNext);
  }
}

export function refusalFor(ms: number): DomainError {
  return new DomainError('RateLimitExceeded', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) });
}
