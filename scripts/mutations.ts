// `npm run mutations` plants the bugs of scripts/mutations one at a time into a copy of the project, runs the tests near each
// and prints which nobody noticed. `-- m-103 m-207` plants these alone, `-- --room web` those of one room, `-- --vitest-only`
// asks no browser journey, `-- --tree ../other` holds another checkout's tests against the same list.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutations } from './mutations/list.ts';
import { roomOf, rooms, type Mutation } from './mutations/mutation.ts';
import { RunBrokenError, runPlaywright, runVitest, type FailedFile } from './mutations/run-tests.ts';
import { createMutationTestFinder } from './mutations/tests-of-mutation.ts';
import { copyTree } from './mutations/tree-copy.ts';
import { plant } from './planted-bug.ts';

const caughtPercentMin = 85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    room: { type: 'string' },
    tree: { type: 'string' },
    'vitest-only': { type: 'boolean', default: false },
  },
});
const ownTree = join(import.meta.dirname, '..');
const tree = values.tree === undefined ? ownTree : resolve(values.tree);

function chosen(): readonly Mutation[] {
  const unknown = positionals.filter((id) => mutations.every((mutation) => mutation.id !== id));
  if (unknown.length > 0) throw new Error(`there is no mutation ${unknown.join(', ')}`);
  if (values.room !== undefined && !rooms.some((room) => room === values.room)) {
    throw new Error(`a room is one of ${rooms.join(', ')}`);
  }
  return mutations.filter(
    (mutation) =>
      (positionals.length === 0 || positionals.includes(mutation.id)) &&
      (values.room === undefined || roomOf(mutation) === values.room),
  );
}

/** Of another checkout the file may not be there yet, or say something else. */
function stands(mutation: Mutation): boolean {
  const path = join(tree, mutation.file);
  if (tree !== ownTree && !existsSync(path)) return false;
  try {
    plant(mutation, readFileSync(path, 'utf8'));
    return true;
  } catch (error) {
    if (tree === ownTree) throw error;
    return false;
  }
}

const wanted = chosen();
const plantable = wanted.filter(stands);
for (const { id, file } of wanted.filter((mutation) => !plantable.includes(mutation))) {
  console.log(`skipped  ${id} ${file}: what it would change is not there`);
}
const testsOf = createMutationTestFinder(tree);
const copy = copyTree(tree);
process.once('exit', () => copy.remove());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

type Run = (folder: string, files: readonly string[]) => Promise<FailedFile>;

/** Whether a file passes without a bug: what fails anyhow has noticed nothing. */
const reliability = new Map<string, boolean>();

async function isReliable(file: string, runFiles: Run): Promise<boolean> {
  const known = reliability.get(file);
  if (known !== undefined) return known;
  const isGreen = (await runFiles(copy.folder, [file])) === undefined;
  reliability.set(file, isGreen);
  if (!isGreen) console.log(`         ${file} fails without a bug too, and is left out`);
  return isGreen;
}

/**
 * The test file that noticed the bug: with it the file fails twice, without it it passes. `plantAnd` has the bug planted for
 * as long as the work takes.
 */
async function findCatcher(
  files: readonly string[],
  runFiles: Run,
  plantAnd: (work: () => Promise<FailedFile>) => Promise<FailedFile>,
): Promise<FailedFile> {
  const asked = files.filter((file) => reliability.get(file) !== false);
  if (asked.length === 0) return undefined;
  let first: FailedFile;
  const again = await plantAnd(async () => {
    first = await runFiles(copy.folder, asked);
    return first && runFiles(copy.folder, [first]);
  });
  if (first === undefined) return undefined;
  if (again !== undefined && (await isReliable(first, runFiles))) return first;
  if (again === undefined) console.log(`         ${first} failed by chance`);
  const others = asked.filter((file) => file !== first);
  return findCatcher(others, runFiles, plantAnd);
}

async function catcherOf(mutation: Mutation): Promise<FailedFile> {
  const { closest, importing, specs } = testsOf(mutation);
  const plantAnd = (work: () => Promise<FailedFile>) => copy.withBug(mutation, work);
  for (const files of [closest, importing]) {
    const catcher = await findCatcher(files, runVitest, plantAnd);
    if (catcher !== undefined) return catcher;
  }
  if (values['vitest-only']) return undefined;
  return findCatcher(specs, runPlaywright, (work) => plantAnd(() => copy.withBuiltWebApp(work)));
}

const counts = { caught: 0, survived: 0, unknown: 0 };

async function judge(mutation: Mutation): Promise<void> {
  const { id, file, why, kind } = mutation;
  const startedAtMs = performance.now();
  const secondsSince = () => Math.round((performance.now() - startedAtMs) / 1000);
  try {
    const catcher = await catcherOf(mutation);
    if (catcher === undefined) {
      counts.survived += 1;
      console.log(`SURVIVED ${id} ${file} after ${secondsSince()} s, ${kind}: ${why}`);
    } else {
      counts.caught += 1;
      console.log(`caught   ${id} ${file} by ${catcher} in ${secondsSince()} s`);
    }
  } catch (error) {
    if (!(error instanceof RunBrokenError)) throw error;
    counts.unknown += 1;
    console.log(`UNKNOWN  ${id} ${file}: ${error.message.slice(0, 1000)}`);
  }
}

for (const mutation of plantable) await judge(mutation);
const { caught, survived, unknown } = counts;
console.log(
  `\n${caught} caught, ${survived} survived${unknown === 0 ? '' : `, ${unknown} could not be judged`}`,
);
const isEnough = plantable.length > 0 && caught * 100 >= plantable.length * caughtPercentMin;
process.exitCode = isEnough ? 0 : 1;
