import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { copyFileSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { plant } from '../planted-bug.ts';
import type { Mutation } from './mutation.ts';
import { RunBrokenError } from './run-tests.ts';

/** A checkout of its own, in which bugs are written to the files that every process reads: servers, database, browsers. */
export interface TreeCopy {
  readonly folder: string;
  /** Plants a bug, runs the work and puts the file back. */
  withBug<Result>(mutation: Mutation, work: () => Promise<Result>): Promise<Result>;
  /** The web app with the bug in it, for as long as the work takes. @throws RunBrokenError where it can't be built */
  withBuiltWebApp<Result>(work: () => Promise<Result>): Promise<Result>;
  remove(): void;
}

const leftOut: ReadonlySet<string> = new Set(['.git', 'node_modules', 'data', 'test-results']);
const migrationsFolder = 'server/src/db/migrations';

export function copyTree(tree: string): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'mercury-mutations-'));
  // PostgreSQL never runs as root: it has to reach its programs as another user.
  chmodSync(folder, 0o755);
  for (const name of readdirSync(tree)) {
    if (!leftOut.has(name)) cpSync(join(tree, name), join(folder, name), { recursive: true });
  }
  linkFolder(join(tree, 'node_modules'), join(folder, 'node_modules'), (name) => !isCache(name));
  return {
    folder,
    withBug: (mutation, work) => withBug(folder, mutation, work),
    withBuiltWebApp: (work) => withBuiltWebApp(folder, work),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What tools keep beside the packages is written in place, and must not reach the other tree. */
function isCache(name: string): boolean {
  return name.startsWith('.') && name !== '.bin';
}

/** The packages again without their weight. On another file system they are copied. */
function linkFolder(from: string, to: string, isWanted: (name: string) => boolean = () => true): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

async function withBug<Result>(
  folder: string,
  mutation: Mutation,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(folder, mutation.file);
  const source = readFileSync(path, 'utf8');
  const planted = plant(mutation, source);
  const restoreList = dirname(mutation.file) === migrationsFolder && keepListed(folder, mutation, planted);
  writeFileSync(path, planted);
  try {
    return await work();
  } finally {
    writeFileSync(path, source);
    if (restoreList) restoreList();
  }
}

/** That a migration was changed at all is not to be noticed, but what it does: the list of their hashes goes along. */
function keepListed(folder: string, { file }: Mutation, planted: string): (() => void) | undefined {
  const path = join(folder, migrationsFolder, 'merged.json');
  if (!existsSync(path)) return undefined;
  const list = readFileSync(path, 'utf8');
  const hash = createHash('sha256').update(planted).digest('hex');
  const pattern = new RegExp(`("${basename(file)}": ")[0-9a-f]+`);
  writeFileSync(path, list.replace(pattern, `$1${hash}`));
  return () => writeFileSync(path, list);
}

async function withBuiltWebApp<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const dist = join(folder, 'web', 'dist');
  const kept = join(folder, 'web', 'dist-without-bug');
  const build = () =>
    spawnSync(join(folder, 'node_modules/.bin/node'), ['scripts/build-web.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
  cpSync(dist, kept, { recursive: true });
  try {
    const { status, stderr } = build();
    if (status !== 0) throw new RunBrokenError(`the web app can't be built: ${stderr.slice(-500)}`);
    return await work();
  } finally {
    rmSync(dist, { recursive: true, force: true });
    cpSync(kept, dist, { recursive: true });
    rmSync(kept, { recursive: true, force: true });
  }
}
