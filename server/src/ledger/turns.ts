import type pg from 'pg';
import { busy } from './errors.ts';

// The number is arbitrary, it only has to be nobody else's; ledger_post_one knows it too.
const TURN_SQL = 'begin; select pg_advisory_xact_lock(6230570001)';

// Short enough that another process hardly notices, long enough that taking turns costs next to nothing.
const TURN_MS = 25;

interface Turn {
  readonly client: Promise<pg.PoolClient>;
  /** Resolves when it is over. */
  readonly ended: Promise<void>;
  readonly tellEnded: () => void;
  insideCount: number;
  isExpired: boolean;
}

/**
 * Batches of several processes on one database fight over rows and commits when they overlap; in turn they are faster. So
 * a process writes its batches, several side by side, while it has its turn: an open transaction of its own that holds the
 * one lock, for some milliseconds. A process that is alone has one turn after the other.
 *
 * The books do not rest on this. When a turn breaks off, batches overlap, and find some accounts locked.
 */
export class Turns {
  readonly #connect: () => Promise<pg.PoolClient>;
  #turn: Turn | undefined;

  constructor(connect: () => Promise<pg.PoolClient>) {
    this.#connect = connect;
  }

  /** While it is, nobody beside the batches of this process may post. */
  get isOurs(): boolean {
    return this.#turn !== undefined;
  }

  /** Does the work in a turn of this process. Throws a DomainError `Busy`, with nothing done, where there was none to have. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#turn?.isExpired === true) await this.#turn.ended;
    const turn = (this.#turn ??= this.#begin());
    turn.insideCount += 1;
    try {
      await turn.client;
      return await work();
    } finally {
      turn.insideCount -= 1;
      if (turn.isExpired && turn.insideCount === 0) await this.#end(turn);
    }
  }

  /** Resolves when no turn is left. */
  async over(): Promise<void> {
    while (this.#turn !== undefined) await this.#turn.ended;
  }

  #begin(): Turn {
    const { promise: ended, resolve: tellEnded } = Promise.withResolvers<void>();
    const turn: Turn = { client: this.#lock(), ended, tellEnded, insideCount: 0, isExpired: false };
    const expire = () => {
      turn.isExpired = true;
      if (turn.insideCount === 0) void this.#end(turn);
    };
    // The time runs from when the lock was had; where it was not, there is nothing to keep.
    turn.client.then(() => setTimeout(expire, TURN_MS), expire);
    return turn;
  }

  async #lock(): Promise<pg.PoolClient> {
    const client = await this.#connect();
    try {
      await client.query(TURN_SQL);
      return client;
    } catch (error) {
      client.release(true);
      throw busy(error);
    }
  }

  async #end(turn: Turn): Promise<void> {
    if (this.#turn !== turn) return;
    try {
      const client = await turn.client;
      // A connection that can't even commit nothing takes the lock with it.
      const isSound = await client.query('commit').then(
        () => true,
        () => false,
      );
      client.release(!isSound);
    } catch {
      // It never began, and whoever waited for it was told.
    }
    this.#turn = undefined;
    turn.tellEnded();
  }
}
