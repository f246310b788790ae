// `npm run test:changed` checks what a change touches: the uncommitted one, or with `-- --base main` all since then.
// Types of the changed files' rooms and of those that build on them, rules of the files, the tests of their features, and the
// browser tests of a changed screen. A deleted file counts as a changed one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { testsNear } from './near-tests.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { base: { type: 'string', default: 'HEAD' } } });

function git(...words: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout.split('\n').filter(Boolean);
}

function tool(name: string, words: readonly string[]): boolean {
  console.log(`\n> ${name} ${words.join(' ')}`);
  const path = join(root, 'node_modules', '.bin', name);
  return spawnSync(process.execPath, [path, ...words], { cwd: root, stdio: 'inherit' }).status === 0;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

/** Each with those that import it. */
const roomsOver: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract', 'server', 'web', '.'],
  server: ['server', '.'],
  web: ['web', '.'],
};

/** Texts count too: their keys are types. */
function roomsOf(file: string): readonly string[] {
  if (!/\.tsx?$|^web\/public\/locales\//.test(file)) return [];
  return roomsOver[file.split('/')[0] ?? ''] ?? ['.'];
}

const changed = unique([
  // A file that was renamed is one deleted and one new.
  ...git('diff', '--name-only', '--no-renames', values.base),
  ...git('ls-files', '--others', '--exclude-standard'),
]);
if (changed.length === 0) {
  console.log('Nothing has changed.');
  process.exit();
}
const present = changed.filter((file) => existsSync(join(root, file)));
const sources = present.filter((file) => /\.tsx?$/.test(file));
const near = changed.map(testsNear);
const specs = unique(near.flatMap((tests) => tests.specs));

/** A tool that is given no path would take the whole tree. */
function over(paths: readonly string[], name: string, words: readonly string[]): [string, string[]][] {
  return paths.length === 0 ? [] : [[name, [...words, ...paths]]];
}

const steps: [string, string[]][] = [
  ...over(present, 'oxfmt', ['--check', '--no-error-on-unmatched-pattern']),
  ...over(sources, 'oxlint', ['--type-aware']),
  ...unique(changed.flatMap(roomsOf)).map((room): [string, string[]] => ['tsc', ['-p', room]]),
  [
    'vitest',
    ['run', '--passWithNoTests', ...unique([...near.flatMap((tests) => tests.vitest), 'repo.test.ts'])],
  ],
  ...over(specs, 'playwright', ['test', '--config=e2e/playwright.config.ts']),
];
const failed = steps.filter(([name, words]) => !tool(name, words)).map(([name]) => name);
console.log(
  `\n${changed.length} changed files, ${steps.length} checks, failed: ${failed.join(', ') || 'none'}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
