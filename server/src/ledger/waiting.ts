import { accountKey, idempotencyKeyOf } from './posting.ts';
import type { Posting, PostingOutcome } from './types.ts';

export interface Waiting {
  readonly posting: Posting;
  /** How often an account of it was found locked. */
  lockedCount: number;
  readonly resolve: (outcome: PostingOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Postings in the order in which they came. */
export class WaitingLine {
  #line: Waiting[] = [];

  get length(): number {
    return this.#line.length;
  }

  join(waiting: Waiting): void {
    this.#line.push(waiting);
  }

  /** Those who were taken and could not be served come first again. */
  rejoin(waiting: readonly Waiting[]): void {
    this.#line.unshift(...waiting);
  }

  /**
   * Takes the longest waiting. One whose idempotency key is taken already stays for the next time, as its repeat, and so
   * does whatever came after that one and shares an account or a key with it.
   */
  take(countMax: number): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const keys = new Set<string>();
    const wanted = new Set<string>();
    for (const waiting of this.#line.splice(0, countMax)) {
      const key = idempotencyKeyOf(waiting.posting);
      const isRepeat = key !== undefined && keys.has(key);
      // Mostly nobody stays, and then there is nothing to look for.
      if (isRepeat || (wanted.size > 0 && namesOf(waiting.posting).some((name) => wanted.has(name)))) {
        left.push(waiting);
        for (const name of namesOf(waiting.posting)) wanted.add(name);
      } else {
        batch.push(waiting);
        if (key !== undefined) keys.add(key);
      }
    }
    this.#line.unshift(...left);
    return batch;
  }
}

/** What two postings may share so that their order matters. The house has no balance that could be too low. */
function namesOf(posting: Posting): string[] {
  const accounts = posting.entries.filter(({ account }) => account.owner !== 'house');
  const names = accounts.map(({ account }) => accountKey(account));
  const key = idempotencyKeyOf(posting);
  return key === undefined ? names : [...names, `key ${key}`];
}
