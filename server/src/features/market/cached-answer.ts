import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';
import { MarketAnswerUnusableError, MarketServiceAwayError } from './market-service.ts';
import { findAnswer, saveAnswer } from './queries.ts';

export interface Answer<Value> {
  readonly saidAtMs: number;
  readonly value: Value;
}

/** The cache of the last good answer to one question. */
export interface CachedAnswer<Value> {
  /** The newest good answer, without a call; undefined if there was none yet. */
  known(): Answer<Value> | undefined;
  /** Takes what the database kept of an earlier process. Never throws. */
  recall(): Promise<void>;
  /** Calls the service if the cached answer is old, then returns the newest. Never throws. */
  latest(): Promise<Answer<Value> | undefined>;
  /** Ends when the call in flight has ended. */
  settled(): Promise<void>;
}

export interface CachedQuestion<Value> {
  /** Its name in the database. */
  readonly key: string;
  /** An answer younger than this is fresh: the question is not asked again. */
  readonly freshMs: number;
  readonly schema: z.ZodMiniType<Value>;
  readonly ask: () => Promise<Value>;
}

export interface CacheDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly now: () => number;
  /** A caller waits no longer than this for a fresh answer if there is an older one, or if the service has failed before. */
  readonly patienceMs: number;
}

/**
 * Asks a question only if its last answer is no longer fresh, and never twice at the same time. It first looks in the database,
 * because another process may have asked.
 */
export function cacheAnswer<Value>(deps: CacheDeps, question: CachedQuestion<Value>): CachedAnswer<Value> {
  const { now, log } = deps;
  let cached: Answer<Value> | undefined;
  let isUnusable = false;
  let hasFailed = false;
  let nextAskAtMs = 0;
  let onItsWay: Promise<void> | undefined;

  const isFresh = (): boolean => cached !== undefined && now() - cached.saidAtMs < question.freshMs;

  async function recall(): Promise<void> {
    const kept = await findKept(deps, question);
    cached = newer(cached, kept);
  }

  async function refresh(): Promise<void> {
    await recall();
    if (isFresh() || now() < nextAskAtMs) return;
    // The age counts from the question: a slow answer was true before it arrived.
    const saidAtMs = now();
    try {
      cached = { value: await question.ask(), saidAtMs };
      isUnusable = false;
    } catch (error) {
      hasFailed = true;
      // The circuit breaker has logged this already.
      if (error instanceof MarketServiceAwayError) return;
      if (!(error instanceof MarketAnswerUnusableError)) throw error;
      if (!isUnusable) log.warn({ key: question.key, err: error }, 'what the market says can’t be used');
      isUnusable = true;
      nextAskAtMs = now() + question.freshMs;
      return;
    }
    await save(deps, question, cached);
  }

  async function refreshOnce(): Promise<void> {
    onItsWay ??= refresh()
      .catch((error: unknown) => log.error({ key: question.key, err: error }, 'the market can’t be asked'))
      .finally(() => {
        onItsWay = undefined;
      });
    return onItsWay;
  }

  return {
    known: () => cached,
    recall,
    async latest() {
      if (isFresh()) return cached;
      const refreshed = refreshOnce();
      // Only the very first answer is worth more: without it somebody would be shown pretend prices a moment before the true ones.
      if (cached === undefined && !hasFailed) await refreshed;
      else await Promise.race([refreshed, delay(deps.patienceMs, undefined, { ref: false })]);
      return cached;
    },
    async settled() {
      await onItsWay;
    },
  };
}

function newer<Value>(
  one: Answer<Value> | undefined,
  other: Answer<Value> | undefined,
): Answer<Value> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.saidAtMs < other.saidAtMs ? other : one;
}

/** Undefined if the database fails, or if an older version stored another shape. */
async function findKept<Value>(
  { db, log, now }: CacheDeps,
  { key, schema }: CachedQuestion<Value>,
): Promise<Answer<Value> | undefined> {
  try {
    const stored = await findAnswer(db, key);
    const parsed = schema.safeParse(stored?.answer);
    if (stored === undefined || !parsed.success) return undefined;
    // Another machine's clock may be ahead; an answer is never from the future.
    return { value: parsed.data, saidAtMs: Math.min(stored.saidAt.getTime(), now()) };
  } catch (error) {
    log.warn({ key, err: error }, 'kept market prices can’t be read');
    return undefined;
  }
}

async function save<Value>(
  { db, log }: CacheDeps,
  { key }: CachedQuestion<Value>,
  { saidAtMs, value }: Answer<Value>,
): Promise<void> {
  try {
    await saveAnswer(db, key, { saidAt: new Date(saidAtMs), answer: value });
  } catch (error) {
    log.warn({ key, err: error }, 'market prices can’t be kept');
  }
}
