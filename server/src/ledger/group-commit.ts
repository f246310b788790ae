import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { CommitUnknownError, isConflict, isLockTimeout, type Database } from '../db/database.ts';
import { askUnprepared, createPreparedStatements } from '../db/prepared.ts';
import { busy, type Posting, type PostingOutcome } from './types.ts';
import { callPost, type CallOutcome } from './post-call.ts';
import { assertValidPosting, countDistinctKeys } from './posting.ts';

/**
 * Postings that arrive together share one call and one commit, the database's scarcest resource. While a batch runs, the next one
 * gathers: a lone posting never waits for others, and batches grow with the load.
 */
export interface Ledger {
  /**
   * Posts in a transaction of its own and returns after the commit. Never call it in a transaction that has locked one of the
   * accounts: that is a deadlock. Throws `Busy` if too many wait, PostingInvalidError, or CommitUnknownError if the connection
   * broke: the same call with the same key finds out.
   */
  postTogether(posting: Posting): Promise<PostingOutcome>;
  /** Takes no more postings; resolves when all that it took have an answer. */
  close(): Promise<void>;
}

export interface LedgerOptions {
  /** One more gets `Busy`. */
  waitingMax?: number;
  batchMax?: number;
}

// About half a second of work.
const WAITING_MAX = 8192;

// A larger batch saves hardly any time per posting, and everyone in it waits longer.
const BATCH_MAX = 256;

// A posting alone may wait for a lock, and must not use up the pool's connections.
const ALONE_MAX = 4;

// A conflict ends with the other transaction. After this many it is no coincidence.
const ATTEMPTS_MAX = 5;

// Others mostly hold an account only briefly. After this many, the posting waits for the lock alone.
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
  /** Taken and not yet answered. */
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
        // The callers answered now mostly call next: let them join the next batch.
        answer();
        await nextTurn();
      } else {
        // The next batch need not wait for what callers do with their answers.
        setImmediate(answer);
      }
    }
    this.#isBatchOnItsWay = false;
  }

  /** The oldest first. None overtakes another: at a repeated key the batch ends. */
  #takeBatch(): Waiting[] {
    const postings = this.#waiting.map(({ posting }) => posting);
    return this.#waiting.splice(0, countDistinctKeys(postings, 0, this.#batchMax));
  }

  /** Resolves with a function that answers the callers. Postings on locked accounts wait again. */
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
      // Nothing was stored, and trying each alone would make it worse.
      if (isLockTimeout(error)) return () => batch.forEach(({ reject }) => reject(busy(error)));
      // One bad posting fails the whole statement.
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

/** A single statement commits before it answers, and saves the round trip of a COMMIT. */
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
    // Nothing was sent. The monitoring of the database reports the reason.
    throw busy(error);
  }
}

/** The database itself refused: nothing was stored. Classes 57P and 08 mean that the session ended. */
function isVerdictOnStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(57P|08)/.test(error.code ?? '');
}
