import type pg from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import { securityParameters } from '../security-parameters.ts';

interface Window {
  readonly points: number;
  readonly durationSeconds: number;
}

const windows: Readonly<Record<RateLimitName, readonly Window[]>> = securityParameters.rateLimits;

export type RateLimitName = keyof typeof securityParameters.rateLimits;

/** The ones that every call spends: counted in memory, because a write a request would cost more than the request. */
const countedInMemory: ReadonlySet<RateLimitName> = new Set(['signedIn', 'payment']);

export interface RateLimiter {
  /** @throws DomainError RateLimitExceeded with the seconds to wait. */
  consume(name: RateLimitName, subject: string): Promise<void>;
}

/** Counts in the database, so that restarts and further processes forget nothing. */
export function createRateLimiter(pool: pg.Pool, factor: number): RateLimiter {
  const limiters = new Map<RateLimitName, readonly RateLimiterAbstract[]>();
  for (const [name, list] of Object.entries(windows)) {
    // Object.entries widens the keys that `windows` itself defines.
    const limitName = name as RateLimitName;
    limiters.set(
      limitName,
      list.map((window, index) => createLimiter({ pool, factor, limitName, index, window })),
    );
  }
  return {
    async consume(name, subject) {
      for (const limiter of limiters.get(name) ?? []) await consumeOne(limiter, networkOf(subject));
    },
  };
}

function createLimiter(options: {
  pool: pg.Pool;
  factor: number;
  limitName: RateLimitName;
  index: number;
  window: Window;
}): RateLimiterAbstract {
  const points = options.window.points * options.factor;
  const settings = {
    keyPrefix: `${options.limitName}${options.index}`,
    points,
    duration: options.window.durationSeconds,
  };
  if (countedInMemory.has(options.limitName)) return new RateLimiterMemory(settings);
  return new RateLimiterPostgres({
    ...settings,
    storeClient: options.pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    // Once over the limit there is nothing left to count: a flood costs the database nothing.
    inMemoryBlockOnConsumed: points,
    clearExpiredByTimeout: true,
  });
}

async function consumeOne(limiter: RateLimiterAbstract, subject: string): Promise<void> {
  try {
    await limiter.consume(subject);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new DomainError('RateLimitExceeded', {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    });
  }
}

/** A household owns a whole IPv6 /64, so that its addresses count as one; anything else counts as it is. */
export function networkOf(subject: string): string {
  if (!subject.includes(':') || subject.startsWith('::ffff:')) return subject.replace('::ffff:', '');
  const [head = '', tail] = subject.toLowerCase().split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const tailGroups = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : 8 - groups.length - tailGroups.length;
  return `${[...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tailGroups].slice(0, 4).join(':')}::/64`;
}
