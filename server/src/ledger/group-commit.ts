import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { CommitUnknownError, isConflict, type Database } from '../db/database.ts';
import { askUnprepared, createPreparedStatements } from '../db/prepared.ts';
import { busy } from './errors.ts';
import {
  callBatch,
  callPost,
  callPostOne,
  isPlainTransfer,
  type CallOutcome,
  type Turn,
} from './post-call.ts';
import { assertValidPosting } from './posting.ts';
import type { Posting, PostingOutcome, Refusal } from './types.ts';
import { peopleOf, type Waiting, WaitingLine } from './waiting.ts';

/**
 * Commits postings that arrive together with one call and one commit, because commits and row locks are what the
 * database has least of. A posting that finds nobody on the way leaves at once; those that come meanwhile leave
 * together when it is back, or before that beside it, when they are many and concern nobody that it concerns. So nobody
 * waits for company, and the more come, the larger the batches. Of those that concern the same person none overtakes
 * another, but for one that finds an account of it kept by another process or transaction: that one goes again.
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

// As many as are worth a call of their own beside another.
const BESIDE_MIN = 64;

// Other processes that leave no room beside, or keep the accounts that ours need, mostly go on so for a while.
const OTHERS_BUSY_MS = 50;

// Postings by themselves may wait for a lock: a few at once, so that they can't take the pool's connections.
const ALONE_MAX = 4;

// A conflict with another transaction is over when that one is; one that comes back this often is no coincidence.
const ATTEMPTS_MAX = 5;

// Whoever keeps an account, another process's batch or a transaction, is mostly done soon; who was in the way this often
// waits for it by itself.
const LOCKED_MAX = 8;

export function createLedger(db: Database, options: LedgerOptions = {}): Ledger {
  return new GroupCommitLedger(db, options);
}

/** The first of the batches that are on their way waits for its turn; the second goes only where there is room beside. */
type Lane = 'first' | 'second';

class GroupCommitLedger implements Ledger {
  readonly #db: Database;
  readonly #waitingMax: number;
  readonly #batchMax: number;
  readonly #together = new WaitingLine();
  readonly #alone: Waiting[] = [];
  /** Taken and not yet answered, wherever they are. */
  #takenCount = 0;
  #aloneCount = 0;
  /** The lanes on which a batch of ours is on its way. */
  readonly #busyLanes = new Set<Lane>();
  #isOtherAsked = false;
  #noRoomUntil = 0;
  #keptElsewhereUntil = 0;
  readonly #prepared = createPreparedStatements();
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
        this.#together.join({ posting, people: peopleOf(posting), lockedCount: 0, resolve, reject });
        if (this.#busyLanes.size === 0) void this.#runLane('first');
        else this.#considerOtherLane();
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

  async #runLane(lane: Lane): Promise<void> {
    this.#busyLanes.add(lane);
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      if (!(await this.#serve(batch, lane))) break;
      // To run alone is for the first to ask.
      if (lane === 'second' && this.#isKeptElsewhere()) break;
    }
    this.#busyLanes.delete(lane);
    if (this.#busyLanes.size === 0 && this.#together.length > 0) void this.#runLane('first');
  }

  #take(): Waiting[] {
    const batch = this.#together.take(this.#batchMax);
    this.#considerOtherLane();
    return batch;
  }

  /** In the next turn of the event loop, when all that come in this one have joined. */
  #considerOtherLane(): void {
    if (this.#isOtherAsked || this.#busyLanes.size !== 1 || this.#together.readyCount < BESIDE_MIN) return;
    const lane = this.#busyLanes.has('first') ? 'second' : 'first';
    if (lane === 'second' && (performance.now() < this.#noRoomUntil || this.#isKeptElsewhere())) return;
    this.#isOtherAsked = true;
    setImmediate(() => {
      this.#isOtherAsked = false;
      if (!this.#busyLanes.has(lane)) void this.#runLane(lane);
    });
  }

  /** False where there was no room: all wait as before. */
  async #serve(batch: readonly Waiting[], lane: Lane): Promise<boolean> {
    try {
      const outcomes = await this.#postBatch(batch, lane);
      this.#together.release(batch);
      if (outcomes === undefined) {
        this.#together.rejoin(batch);
        this.#noRoomUntil = performance.now() + OTHERS_BUSY_MS;
        return false;
      }
      await this.#answer(batch, outcomes);
    } catch (error) {
      this.#together.release(batch);
      // One that the database refuses takes the statement down for all: each gets its own verdict by itself.
      if (isVerdictOnStatement(error)) batch.forEach((waiting) => this.#postAlone(waiting));
      else batch.forEach(({ reject }) => reject(error));
    }
    return true;
  }

  async #postBatch(batch: readonly Waiting[], lane: Lane): Promise<CallOutcome[] | undefined> {
    const [first] = batch;
    const isShort =
      first !== undefined && batch.length === 1 && first.lockedCount === 0 && isPlainTransfer(first.posting);
    return attempt(this.#db, async (client) => {
      const ask = this.#prepared(client);
      if (isShort) return [(await callPostOne(ask, first.posting)) ?? 'locked'];
      const postings = batch.map(({ posting }) => posting);
      const outcomes = await callBatch(ask, postings, this.#turnOf(lane));
      if (isMostlyLocked(outcomes)) this.#keptElsewhereUntil = performance.now() + OTHERS_BUSY_MS;
      return outcomes;
    });
  }

  /** Where others keep what ours need, such as an account that everybody pays to, ours would be sent back again and again. */
  #turnOf(lane: Lane): Turn {
    if (lane === 'second') return 'free';
    return this.#isKeptElsewhere() ? 'alone' : 'next';
  }

  #isKeptElsewhere(): boolean {
    return performance.now() < this.#keptElsewhereUntil;
  }

  /** Sorts out those that have to go again, and tells the others what came of theirs. */
  async #answer(batch: readonly Waiting[], outcomes: readonly CallOutcome[]): Promise<void> {
    const again: Waiting[] = [];
    const answers: (() => void)[] = [];
    batch.forEach((waiting, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) {
        answers.push(() => waiting.reject(new Error('The ledger did not answer a posting')));
      } else if (outcome !== 'locked') {
        answers.push(() => waiting.resolve(outcome));
      } else if (waiting.lockedCount < LOCKED_MAX) {
        waiting.lockedCount += 1;
        again.push(waiting);
      } else {
        this.#postAlone(waiting);
      }
    });
    this.#together.rejoin(again);
    const tell = () => answers.forEach((answer) => answer());
    if (batch.length > 1 && this.#together.length * 4 < batch.length) {
      // Who calls next are mostly those who are answered now: a batch without them would be hardly worth its call.
      tell();
      await nextTurn();
    } else if (this.#together.length > 0) {
      // What callers do with their answers takes longer than sending the next batch, and the database need not wait for it.
      setImmediate(tell);
    } else {
      tell();
    }
  }

  #postAlone(waiting: Waiting): void {
    this.#alone.push(waiting);
    if (this.#aloneCount < ALONE_MAX) void this.#runAlone();
  }

  async #runAlone(): Promise<void> {
    this.#aloneCount += 1;
    for (let waiting = this.#alone.shift(); waiting; waiting = this.#alone.shift()) {
      try {
        const [outcome] = await attempt(this.#db, async (client) =>
          callPost(askUnprepared(client), [waiting.posting]),
        );
        if (outcome === undefined || outcome === 'locked')
          throw new Error('The ledger did not answer a posting');
        waiting.resolve(outcome);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal !== undefined) waiting.resolve({ isPosted: false, refusal });
        else waiting.reject(isLockTimeout(error) ? busy(error) : error);
      }
    }
    this.#aloneCount -= 1;
  }
}

function isMostlyLocked(outcomes: readonly CallOutcome[] = []): boolean {
  return outcomes.filter((outcome) => outcome === 'locked').length * 2 > outcomes.length;
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

const refusals: Readonly<Record<string, Refusal>> = {
  account_closed_is_empty: 'AccountClosed',
  transfer_of_frozen: 'SenderFrozen',
};

/** What the database refused by a constraint and `postTogether` tells as a refusal; undefined for any other error. */
export function refusalIn(error: unknown): Refusal | undefined {
  return error instanceof pg.DatabaseError ? refusals[error.constraint ?? ''] : undefined;
}
