import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { createImportFinder } from '../importing-tests.ts';
import { roomOf, type Mutation } from './mutation.ts';

/** Tests in the order in which they are asked: what survives the first is held against the others. */
export interface TestsOfMutation {
  /** Of the same folder, and what the list names. */
  readonly closest: readonly string[];
  /** Those that reach the file by imports. */
  readonly importing: readonly string[];
  readonly specs: readonly string[];
}

/** What reaches a file over more imports than this reaches nearly everything. */
const distanceMax = 4;
const importingMax = 14;

export function createMutationTestFinder(tree: string): (mutation: Mutation) => TestsOfMutation {
  const testsReaching = createImportFinder(tree);
  const exists = (file: string): boolean => existsSync(join(tree, file));
  return (mutation) => {
    const { file, tests = [], specs = [] } = mutation;
    const room = roomOf(mutation);
    const named = tests.flatMap((pattern) => globSync(pattern, { cwd: tree }));
    const reaching = testsReaching(file);
    // On the server a test of the same folder goes over the whole app; a test of a component beside has nothing to do with it.
    const beside = globSync(`${dirname(file)}/*.test.{ts,tsx}`, { cwd: tree }).filter(
      (test) => room !== 'web' || reaching.has(test),
    );
    const closest = new Set([...named, ...beside].map(normalize));
    const importing = [...reaching]
      .filter(([test, distance]) => distance <= distanceMax && !closest.has(test))
      // Browser tests are only asked where the list names them.
      .filter(([test]) => !test.startsWith('e2e/') && (room === 'contract' || test.startsWith(`${room}/`)))
      .toSorted(([one, oneDistance], [other, otherDistance]) => {
        const byKinship = sharedFolders(other, file) - sharedFolders(one, file);
        return oneDistance - otherDistance || byKinship || (one < other ? -1 : 1);
      })
      .map(([test]) => test);
    return {
      closest: [...closest].toSorted(),
      importing: importing.slice(0, importingMax),
      specs: specs.filter(exists),
    };
  };
}

function sharedFolders(one: string, other: string): number {
  const [ones, others] = [one.split('/'), other.split('/')];
  const parted = ones.findIndex((folder, index) => folder !== others[index]);
  return parted === -1 ? ones.length : parted;
}
