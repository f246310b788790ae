import { accountKey, idempotencyKeyOf } from './posting.ts';
import type { Posting, PostingOutcome } from './types.ts';

export interface Waiting {
  readonly posting: Posting;
  /** Whatever no two batches on their way may share: its customers' accounts, and its idempotency key. */
  readonly resources: readonly string[];
  /** How often an account of it was found locked. */
  lockedCount: number;
  readonly resolve: (outcome: PostingOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export function waitingFor(posting: Posting, settle: Pick<Waiting, 'resolve' | 'reject'>): Waiting {
  // The house's accounts are never locked, so all may share them.
  const resources = posting.entries
    .filter(({ account }) => account.owner !== 'house')
    .map(({ account }) => accountKey(account));
  const key = idempotencyKeyOf(posting);
  if (key !== undefined) resources.push(`key ${key}`);
  return { posting, resources, lockedCount: 0, ...settle };
}

/**
 * Postings in the order in which they came, and what those on their way hold. Batches that share nothing are written side by
 * side; what shares something with one that is on its way, or that came before and waits, waits for it.
 */
export class WaitingLine {
  #line: Waiting[] = [];
  readonly #held = new Set<string>();

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

  /** Takes the longest waiting of those that need not wait for others; of an idempotency key only one. */
  take(countMax: number): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    // What those hold that stay: nobody who came later overtakes them.
    const wanted = new Set<string>();
    const keys = new Set<string>();
    let looked = 0;
    for (; looked < this.#line.length && batch.length < countMax; looked += 1) {
      const waiting = this.#line[looked];
      if (waiting === undefined) break;
      const key = idempotencyKeyOf(waiting.posting);
      const mustWait =
        (key !== undefined && keys.has(key)) ||
        waiting.resources.some((resource) => this.#held.has(resource) || wanted.has(resource));
      if (mustWait) {
        left.push(waiting);
        waiting.resources.forEach((resource) => wanted.add(resource));
      } else {
        batch.push(waiting);
        if (key !== undefined) keys.add(key);
      }
    }
    this.#line = [...left, ...this.#line.slice(looked)];
    for (const { resources } of batch) resources.forEach((resource) => this.#held.add(resource));
    return batch;
  }

  /** What they held is free again. */
  giveBack(batch: readonly Waiting[]): void {
    for (const { resources } of batch) resources.forEach((resource) => this.#held.delete(resource));
  }
}
