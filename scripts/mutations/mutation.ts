/** What sort of mistake it is, so that a run shows which sorts the tests are blind to. */
export type MutationKind =
  | 'comparison'
  | 'guard'
  | 'await'
  | 'unit'
  | 'wrong field'
  | 'wrong key'
  | 'after a time'
  | 'second configuration'
  | 'hook'
  | 'accessibility'
  | 'locale';

/** A mistake in one line, as a tired hand makes it. It still compiles, and somebody would suffer from it. */
export interface Mutation {
  readonly id: string;
  /** From the root of the project; each file is in the list once. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** What a person would suffer. */
  readonly why: string;
  readonly kind: MutationKind;
  /** Tests beyond those that are found by folder and by import, as globs: of SQL, which nothing imports. */
  readonly tests?: readonly string[];
  /** Browser tests that pass by it, by their names. */
  readonly specs?: readonly string[];
}

export type Room = 'contract' | 'server' | 'web';
export const rooms: readonly Room[] = ['contract', 'server', 'web'];

export function roomOf({ file }: Pick<Mutation, 'file'>): Room {
  const room = rooms.find((each) => file.startsWith(`${each}/`));
  if (room === undefined) throw new Error(`${file} is in no room`);
  return room;
}
