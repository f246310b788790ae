import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** A plausible mistake that a promise's suite must catch. It is never written to the file. */
export const plantedBugSchema = z.strictObject({
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
  /** Where those tests are, from the root: in the file beside, unless they stand with what they test. */
  suite: z.string().optional(),
});
export type PlantedBug = z.infer<typeof plantedBugSchema>;

/** A file of planted bugs: one, or one for each claim of the promise. */
const bugFileSchema = z.union([
  z.object({ bug: plantedBugSchema }).transform(({ bug }) => [bug]),
  z.object({ bugs: z.array(plantedBugSchema).min(1) }).transform(({ bugs }) => bugs),
]);

export interface ListedPromise {
  readonly number: string;
  readonly bugs: readonly (PlantedBug & { readonly suite: string })[];
}

const root = join(import.meta.dirname, '..');
const folder = 'server/src/promises';

/** @throws Error for a bug that is not well formed. */
export async function listPromises(): Promise<ListedPromise[]> {
  const bugPaths = globSync(`${folder}/*.bug.ts`, { cwd: root }).toSorted();
  return Promise.all(
    bugPaths.map(async (bugPath) => {
      const bugs = bugFileSchema.parse(await import(pathToFileURL(join(root, bugPath)).href));
      const beside = bugPath.replace(/\.bug\.ts$/, '.test.ts');
      return {
        number: /\/(\d\d)-[a-z0-9-]+\.bug\.ts$/.exec(bugPath)?.[1] ?? '',
        bugs: bugs.map((bug) => Object.assign(bug, { suite: bug.suite ?? beside })),
      };
    }),
  );
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
