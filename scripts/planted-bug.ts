import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** A plausible mistake that a promise's suite must catch. It is never written to the file. */
const plantedBugSchema = z.strictObject({
  /** From the root of the project. */
  file: z.string(),
  /** Exactly once in the file, and what a careless hand would write there. */
  find: z.string().min(1),
  replace: z.string(),
  /** What goes wrong with it, in a sentence. */
  why: z.string().min(1),
  /** Tests with these words in their full name must notice it; ` > ` follows a group. */
  caughtBy: z.array(z.string().min(1)).min(1),
  /** What must have run before those, noticing or not. */
  after: z.array(z.string().min(1)).default([]),
});
export type PlantedBug = z.infer<typeof plantedBugSchema>;

export interface PromiseSuite {
  readonly number: string;
  readonly testPath: string;
  readonly bugPath: string;
}

const root = join(import.meta.dirname, '..');
const folder = 'server/src/promises';

/** Paths are from the root of the project. */
export function listPromiseSuites(): PromiseSuite[] {
  return globSync(`${folder}/*.test.ts`, { cwd: root })
    .toSorted()
    .map((testPath) => ({
      number: /\/(\d\d)-[a-z0-9-]+\.test\.ts$/.exec(testPath)?.[1] ?? '',
      testPath,
      bugPath: testPath.replace(/\.test\.ts$/, '.bug.ts'),
    }));
}

/** @throws Error for a bug that is not well formed. */
export async function readPlantedBug(bugPath: string): Promise<PlantedBug> {
  const { bug } = z
    .object({ bug: plantedBugSchema })
    .parse(await import(pathToFileURL(join(root, bugPath)).href));
  return bug;
}

/** @throws Error unless the text is in the source exactly once. */
export function plant(
  { file, find, replace }: Pick<PlantedBug, 'file' | 'find' | 'replace'>,
  source = readFileSync(join(root, file), 'utf8'),
): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the text to replace does not stand in ${file} exactly once`);
  }
  return `${before}${replace}${after}`;
}
