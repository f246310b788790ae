// `npm run test:changed` checks what a change touches: the uncommitted one, or with `-- --base main` all since then.
// Types and rules of the changed files' rooms, the tests of their features, and the browser tests of a changed screen.
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

const changed = unique([
  ...git('diff', '--name-only', values.base),
  ...git('ls-files', '--others', '--exclude-standard'),
]).filter((file) => existsSync(join(root, file)));
const sources = changed.filter((file) => /\.(ts|tsx)$/.test(file));
const rooms = unique(sources.map((file) => /^(contract|server|web)\//.exec(file)?.[1] ?? '.'));
const near = changed.map(testsNear);
const vitest = unique([...near.flatMap((tests) => tests.vitest), 'repo.test.ts']);
const specs = unique(near.flatMap((tests) => tests.specs));

const steps: [string, string[]][] = [
  ['oxfmt', ['--check', ...changed]],
  ...(sources.length > 0 ? [['oxlint', ['--type-aware', ...sources]] satisfies [string, string[]]] : []),
  ...rooms.map((room): [string, string[]] => ['tsc', ['-p', room]]),
  ['vitest', ['run', '--passWithNoTests', ...vitest]],
  ...(specs.length > 0
    ? [['playwright', ['test', '--config=e2e/playwright.config.ts', ...specs]] satisfies [string, string[]]]
    : []),
];
const failed = steps.filter(([name, words]) => !tool(name, words)).map(([name]) => name);
console.log(
  changed.length === 0
    ? '\nNothing has changed.'
    : `\n${changed.length} changed files, ${steps.length} checks, failed: ${failed.join(', ') || 'none'}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
