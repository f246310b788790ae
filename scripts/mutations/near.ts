import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { roomOf, type Mutation } from './mutation.ts';

/** Tests in the order in which they are asked: what survives the first is held against the others. */
export interface NearTests {
  /** Of the same folder, and what the list names. */
  readonly closest: readonly string[];
  /** Those that reach the file by imports. */
  readonly importing: readonly string[];
  readonly specs: readonly string[];
}

/** What reaches a file over more imports than this reaches nearly everything. */
const distanceMax = 4;
const importingMax = 14;

export function createNearFinder(tree: string): (mutation: Mutation) => NearTests {
  const importersOf = readImporters(tree);
  const exists = (file: string): boolean => existsSync(join(tree, file));
  return (mutation) => {
    const { file, tests = [], specs = [] } = mutation;
    const room = roomOf(mutation);
    const named = tests.flatMap((pattern) => globSync(pattern, { cwd: tree }));
    const reaching = testsReaching(file, importersOf);
    // On the server a test of the same folder goes over the whole app; a test of a component beside has nothing to do with it.
    const beside = globSync(`${dirname(file)}/*.test.{ts,tsx}`, { cwd: tree }).filter(
      (test) => room !== 'web' || reaching.has(test),
    );
    const closest = new Set([...named, ...beside].map(normalize));
    const importing = [...reaching]
      .filter(([test, distance]) => distance <= distanceMax && !closest.has(test))
      .filter(([test]) => room === 'contract' || test.startsWith(`${room}/`))
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

/** Each test with how many imports it is away. */
function testsReaching(
  file: string,
  importersOf: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const seen = new Set([file]);
  let edge = [file];
  for (let distance = 1; edge.length > 0; distance += 1) {
    edge = edge.flatMap((each) => importersOf.get(each) ?? []).filter((each) => !seen.has(each));
    for (const each of edge) {
      seen.add(each);
      if (/\.test\.tsx?$/.test(each)) found.set(each, distance);
    }
    edge = [...new Set(edge)];
  }
  return found;
}

function readImporters(tree: string): ReadonlyMap<string, readonly string[]> {
  const importersOf = new Map<string, string[]>();
  for (const file of globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: tree })) {
    for (const imported of importsOf(file, readFileSync(join(tree, file), 'utf8'))) {
      const importers = importersOf.get(imported);
      if (importers === undefined) importersOf.set(imported, [file]);
      else importers.push(file);
    }
  }
  return importersOf;
}

/** Paths in this project are written whole, with their extension. */
function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, path = '']) => {
    if (path.startsWith('.')) return [normalize(join(dirname(file), path))];
    if (path.startsWith('@mercury/contract/')) return [path.replace('@mercury/contract/', 'contract/src/')];
    return [];
  });
}

function sharedFolders(one: string, other: string): number {
  const [ones, others] = [one.split('/'), other.split('/')];
  const parted = ones.findIndex((folder, index) => folder !== others[index]);
  return parted === -1 ? ones.length : parted;
}
