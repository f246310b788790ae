import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Finds the tests and browser tests that reach a file, each with how many imports it is away. */
export function createImportFinder(tree: string): (file: string) => ReadonlyMap<string, number> {
  const importersOf = readImporters(tree);
  return (file) => {
    const found = new Map<string, number>();
    const seen = new Set([file]);
    let edge = [file];
    for (let distance = 1; edge.length > 0; distance += 1) {
      edge = [...new Set(edge.flatMap((each) => importersOf.get(each) ?? []))].filter(
        (each) => !seen.has(each),
      );
      for (const each of edge) {
        seen.add(each);
        if (/\.(test|spec)\.tsx?$/.test(each)) found.set(each, distance);
      }
    }
    return found;
  };
}

function readImporters(tree: string): ReadonlyMap<string, readonly string[]> {
  const importersOf = new Map<string, string[]>();
  for (const file of globSync(['{contract,server,web}/src/**/*.{ts,tsx}', 'e2e/**/*.ts'], { cwd: tree })) {
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
