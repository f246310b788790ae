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

/** The last good answer to one question. */
export interface KeptAnswer<Value> {
  /** What is known now, without asking; undefined where nothing good was ever had. */
  known(): Answer<Value> | undefined;
  /** Asks where the known one is old, and answers what is known then. Never throws. */
  latest(): Promise<Answer<Value> | undefined>;
  /** Ends with whatever is on its way. */
  settled(): Promise<void>;
}

export interface KeptQuestion<Value> {
  /** Its name in the database. */
  readonly key: string;
  readonly keptMs: number;
  readonly schema: z.ZodMiniType<Value>;
  readonly ask: () => Promise<Value>;
}

export interface Keeping {
  readonly db: Database;
  readonly log: Logger;
  readonly now: () => number;
  /** A caller who can be shown the last good answer waits no longer than this for the next one. */
  readonly patienceMs: number;
}

/**
 * Asks a question at most once at a time and not while its answer is kept, whoever wants to know. The database is looked at
 * first, since another process may have asked.
 */
export function keepAnswer<Value>(keeping: Keeping, question: KeptQuestion<Value>): KeptAnswer<Value> {
  const { now, log } = keeping;
  let kept: Answer<Value> | undefined;
  let isUnusable = false;
  let nextAskAtMs = 0;
  let onItsWay: Promise<void> | undefined;

  const isFresh = (): boolean => kept !== undefined && now() - kept.saidAtMs < question.keptMs;

  async function refresh(): Promise<void> {
    kept = newer(kept, await load(keeping, question));
    if (isFresh() || now() < nextAskAtMs) return;
    // An answer is as old as its question: what was on its way for seconds was true before.
    const saidAtMs = now();
    try {
      kept = { value: await question.ask(), saidAtMs };
      isUnusable = false;
    } catch (error) {
      // Whoever keeps the calls back has logged that.
      if (error instanceof MarketServiceAwayError) return;
      if (!(error instanceof MarketAnswerUnusableError)) throw error;
      if (!isUnusable) log.warn({ key: question.key, err: error }, 'what the market says can’t be used');
      isUnusable = true;
      nextAskAtMs = now() + question.keptMs;
      return;
    }
    await save(keeping, question, kept);
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
    known: () => kept,
    async latest() {
      if (isFresh()) return kept;
      const refreshed = refreshOnce();
      if (kept === undefined) await refreshed;
      else await Promise.race([refreshed, delay(keeping.patienceMs, undefined, { ref: false })]);
      return kept;
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

/** What can't be read, because the database or an older version of this program will not have it, counts as not there. */
async function load<Value>(
  { db, log, now }: Keeping,
  { key, schema }: KeptQuestion<Value>,
): Promise<Answer<Value> | undefined> {
  try {
    const stored = await findAnswer(db, key);
    const parsed = schema.safeParse(stored?.answer);
    if (stored === undefined || !parsed.success) return undefined;
    // Nothing was said in the future, whatever the clock of another machine shows.
    return { value: parsed.data, saidAtMs: Math.min(stored.saidAt.getTime(), now()) };
  } catch (error) {
    log.warn({ key, err: error }, 'kept market prices can’t be read');
    return undefined;
  }
}

async function save<Value>(
  { db, log }: Keeping,
  { key }: KeptQuestion<Value>,
  { saidAtMs, value }: Answer<Value>,
): Promise<void> {
  try {
    await saveAnswer(db, key, { saidAt: new Date(saidAtMs), answer: value });
  } catch (error) {
    log.warn({ key, err: error }, 'market prices can’t be kept');
  }
}
