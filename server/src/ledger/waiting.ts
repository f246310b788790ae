import { idempotencyKeyOf } from './posting.ts';
import type { Posting, PostingOutcome } from './types.ts';

export interface Waiting {
  readonly posting: Posting;
  /** Whom it concerns: the order of two that share a person matters. */
  readonly people: readonly string[];
  /** How often an account of it was found locked. */
  lockedCount: number;
  readonly resolve: (outcome: PostingOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Whose accounts and whose idempotency key it names. The house has no balance that could be too low. */
export function peopleOf({ entries, idempotency }: Posting): string[] {
  const people: string[] = idempotency === undefined ? [] : [idempotency.ownerId];
  for (const { account } of entries) if (account.owner !== 'house') people.push(account.owner);
  return people;
}

/**
 * Postings in the order in which they came. Those that were taken keep their people from the others until they are
 * released: batches that are on their way at once share nobody.
 */
export class WaitingLine {
  #line: Waiting[] = [];
  readonly #taken = new Set<string>();
  #readyCount = 0;

  get length(): number {
    return this.#line.length;
  }

  /** About how many wait for nothing but to be taken. */
  get readyCount(): number {
    return this.#readyCount;
  }

  join(waiting: Waiting): void {
    this.#line.push(waiting);
    if (!this.#isTaken(waiting)) this.#readyCount += 1;
  }

  /** Those who were taken and could not be served come first again. */
  rejoin(waiting: readonly Waiting[]): void {
    this.#line.unshift(...waiting);
    this.#readyCount += waiting.length;
  }

  /**
   * Takes the longest waiting. One that concerns somebody who is taken stays, and so does what came after it and concerns
   * the same people. Within a batch postings may share people, because they are made in their order, but no key.
   */
  take(countMax: number): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const keys = new Set<string>();
    const wanted = new Set<string>();
    let looked = 0;
    while (looked < this.#line.length && batch.length < countMax && left.length < countMax) {
      const waiting = this.#line[looked];
      if (waiting === undefined) break;
      looked += 1;
      const key = idempotencyKeyOf(waiting.posting);
      const isRepeat = key !== undefined && keys.has(key);
      if (isRepeat || this.#isTaken(waiting) || waiting.people.some((person) => wanted.has(person))) {
        left.push(waiting);
        for (const person of waiting.people) wanted.add(person);
      } else {
        batch.push(waiting);
        if (key !== undefined) keys.add(key);
      }
    }
    this.#readyCount = this.#line.length - looked;
    this.#line = [...left, ...this.#line.slice(looked)];
    for (const { people } of batch) for (const person of people) this.#taken.add(person);
    return batch;
  }

  /** Lets others have what a batch kept. */
  release(batch: readonly Waiting[]): void {
    for (const { people } of batch) for (const person of people) this.#taken.delete(person);
  }

  #isTaken({ people }: Waiting): boolean {
    return this.#taken.size > 0 && people.some((person) => this.#taken.has(person));
  }
}
