/** Random numbers that a seed repeats (mulberry32). */
export interface SeededRandom {
  readonly seed: number;
  /** An integer from 0 to `end` - 1. */
  below(end: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { seed, below, pick: (items) => items[below(items.length)] ?? items[0] };
}

/** The seed from an environment variable, to repeat a run; otherwise a new one. */
export function seedOf(variable: string): number {
  return Number(process.env[variable] ?? Math.floor(Math.random() * 2 ** 31));
}
