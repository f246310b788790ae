import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { CommitUnknownError, isConflict, type Database } from '../db/database.ts';
import { askUnprepared, createPreparedStatements } from '../db/prepared.ts';
import { busy } from './errors.ts';
import { callPost, type CallOutcome } from './post-call.ts';
import { assertValidPosting, countDistinctKeys } from './posting.ts';
import type { Posting, PostingOutcome } from './types.ts';

/**
 * Group commit: postings that arrive together are posted with one call and one commit, because commits are what the database
 * has least of. One batch is on its way at a time; who comes meanwhile leaves with the next. So nobody waits for company, and
 * the more come, the larger the batches.
 */
export interface Ledger {
  /**
   * Posts in a transaction of its own and answers after the commit. Never call it while holding a transaction that
   * has locked one of the accounts: the two would wait for each other.
   *
   * Throws a DomainError `Busy` when too many wait, PostingInvalidError for what is no posting, and CommitUnknownError
   * when the connection broke on the way: then it may or may not have happened, and the same call with the same
   * idempotency key finds out.
   */
  postTogether(posting: Posting): Promise<PostingOutcome>;
  /** Takes no more, and resolves when all that were taken have been answered. */
  close(): Promise<void>;
}

export interface LedgerOptions {
  /** Postings that may wait; one more is told `Busy`. */
  waitingMax?: number;
  /** Postings in one call. */
  batchMax?: number;
}

// About half a second of work: who would wait longer is better told to come back.
const WAITING_MAX = 8192;

// Larger ones are hardly faster by the posting and make everybody in them wait longer.
const BATCH_MAX = 256;

// Postings by themselves may wait for a lock: a few at once, so that they can't take the pool's connections.
const ALONE_MAX = 4;

// A conflict with another transaction is over when that one is; one that comes back this often is no coincidence.
const ATTEMPTS_MAX = 5;

// A transaction that keeps an account is mostly done soon. A posting that met it this often waits for it by itself.
const LOCKED_MAX = 8;

interface Waiting {
  readonly posting: Posting;
  lockedCount: number;
  readonly resolve: (outcome: PostingOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export function createLedger(db: Database, options: LedgerOptions = {}): Ledger {
  return new GroupCommitLedger(db, options);
}

class GroupCommitLedger implements Ledger {
  readonly #db: Database;
  readonly #waitingMax: number;
  readonly #batchMax: number;
  readonly #prepared = createPreparedStatements();
  #waiting: Waiting[] = [];
  #isBatchOnItsWay = false;
  readonly #alone: Waiting[] = [];
  #aloneCount = 0;
  /** Taken and not yet answered, wherever they are. */
  #takenCount = 0;
  #isClosed = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor(db: Database, { waitingMax = WAITING_MAX, batchMax = BATCH_MAX }: LedgerOptions) {
    this.#db = db;
    this.#waitingMax = waitingMax;
    this.#batchMax = batchMax;
  }

  async postTogether(posting: Posting): Promise<PostingOutcome> {
    assertValidPosting(posting);
    if (this.#isClosed || this.#takenCount >= this.#waitingMax) throw busy();
    this.#takenCount += 1;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.push({ posting, lockedCount: 0, resolve, reject });
        if (!this.#isBatchOnItsWay) void this.#postBatches();
      });
    } finally {
      this.#takenCount -= 1;
      this.#noteWhenDrained();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#noteWhenDrained();
    await this.#drained.promise;
  }

  #noteWhenDrained(): void {
    if (this.#isClosed && this.#takenCount === 0) this.#drained.resolve();
  }

  async #postBatches(): Promise<void> {
    this.#isBatchOnItsWay = true;
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) {
      const answer = await this.#postBatch(batch);
      if (this.#waiting.length * 4 < batch.length) {
        // Who calls next are mostly those who are answered now: let them join the next batch.
        answer();
        await nextTurn();
      } else {
        // The database need not wait for what callers do with their answers.
        setImmediate(answer);
      }
    }
    this.#isBatchOnItsWay = false;
  }

  /** Those who have waited longest. None overtakes another: where a key comes twice, the batch ends before it. */
  #takeBatch(): Waiting[] {
    const postings = this.#waiting.map(({ posting }) => posting);
    return this.#waiting.splice(0, countDistinctKeys(postings, 0, this.#batchMax));
  }

  /** Resolves with what tells the callers. Those whose account is kept elsewhere wait again. */
  async #postBatch(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const postings = batch.map(({ posting }) => posting);
      const outcomes = await attempt(this.#db, (client) =>
        callPost(this.#prepared(client), postings, { isBatch: true }),
      );
      const locked = batch.filter((_waiting, index) => outcomes[index] === 'locked');
      this.#waiting.unshift(...locked.filter(({ lockedCount }) => lockedCount < LOCKED_MAX));
      for (const waiting of locked) {
        waiting.lockedCount += 1;
        if (waiting.lockedCount > LOCKED_MAX) this.#postAlone(waiting);
      }
      return () => batch.forEach((waiting, index) => answer(waiting, outcomes[index]));
    } catch (error) {
      if (!isVerdictOnStatement(error)) return () => batch.forEach(({ reject }) => reject(error));
      // Its turn did not come: nothing was stored, and to ask for each alone would make it worse.
      if (isLockTimeout(error)) return () => batch.forEach(({ reject }) => reject(busy(error)));
      // One that the database refuses takes the statement down for all: each gets its own verdict by itself.
      batch.forEach((waiting) => this.#postAlone(waiting));
      return () => undefined;
    }
  }

  #postAlone(waiting: Waiting): void {
    this.#alone.push(waiting);
    if (this.#aloneCount < ALONE_MAX) void this.#runAlone();
  }

  async #runAlone(): Promise<void> {
    this.#aloneCount += 1;
    for (let waiting = this.#alone.shift(); waiting; waiting = this.#alone.shift()) {
      const { posting, resolve, reject } = waiting;
      try {
        const [outcome] = await attempt(this.#db, (client) =>
          callPost(askUnprepared(client), [posting], { isBatch: false }),
        );
        if (outcome === undefined || outcome === 'locked')
          throw new Error('The ledger did not answer a posting');
        resolve(outcome);
      } catch (error) {
        reject(isLockTimeout(error) ? busy(error) : error);
      }
    }
    this.#aloneCount -= 1;
  }
}

function answer({ resolve, reject }: Waiting, outcome: CallOutcome | undefined): void {
  if (outcome === undefined) reject(new Error('The ledger did not answer a posting'));
  else if (outcome !== 'locked') resolve(outcome);
}

/** One statement is one transaction: it commits before it answers, without a round trip of its own for COMMIT. */
async function attempt<Answer>(
  db: Database,
  call: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const client = await connect(db);
    let isConnectionSound = false;
    try {
      const outcomes = await call(client);
      isConnectionSound = true;
      return outcomes;
    } catch (error) {
      if (!isVerdictOnStatement(error)) {
        throw new CommitUnknownError('The connection was lost while posting', { cause: error });
      }
      isConnectionSound = true;
      if (attemptNumber >= ATTEMPTS_MAX || !isConflict(error)) throw error;
    } finally {
      client.release(!isConnectionSound);
    }
  }
}

async function connect(db: Database): Promise<pg.PoolClient> {
  try {
    return await db.pool.connect();
  } catch (error) {
    // Nothing was sent. What is wrong with the database is told by whoever watches it.
    throw busy(error);
  }
}

/** True when the database itself said no: nothing was stored. Classes 57P and 08 mean that the session ended. */
function isVerdictOnStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(57P|08)/.test(error.code ?? '');
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}
