import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDataFolder, findOwner } from './data-folder.ts';

let parent: string;
let path: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mercury-folder-'));
  path = join(parent, 'deep', 'data');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test('makes the folder for its owner only, names the owner, and forgets it on release', async () => {
  const folder = await claimDataFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await findOwner(path))?.pid).toBe(process.pid);
  await folder.release();
  expect(await findOwner(path)).toBeUndefined();
});

test('leaves the rights of a folder that was there before as they are', async () => {
  await mkdir(path, { recursive: true, mode: 0o755 });
  await claimDataFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o755);
});

test('of many claims at once exactly one succeeds, also where a dead owner is in the way', async () => {
  await mkdir(path, { recursive: true });
  await writeFile(
    join(path, 'owner-7.json'),
    JSON.stringify({ pid: process.pid, startedAt: 'before this one' }),
  );
  const claims = await Promise.allSettled(Array.from({ length: 20 }, () => claimDataFolder(path)));
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readdir(path)).toEqual(['owner-8.json']);
});

test('a claim that follows a release goes on with the next number, so that a slow claim can tell', async () => {
  const first = await claimDataFolder(path);
  await first.release();
  const second = await claimDataFolder(path);
  expect(await readdir(path)).toEqual(['owner-2.json']);
  await second.release();
});

test('takes a damaged owner file for a dead owner', async () => {
  await mkdir(path, { recursive: true });
  for (const [index, text] of ['', '{', 'null', '{"pid":"1"}'].entries()) {
    await writeFile(join(path, `owner-${index + 2}.json`), text);
    const folder = await claimDataFolder(path);
    expect((await findOwner(path))?.pid).toBe(process.pid);
    await folder.release();
  }
});

test('a live owner is met under every name of the folder', async () => {
  const folder = await claimDataFolder(path);
  await symlink(path, join(parent, 'other-name'));
  await expect(claimDataFolder(join(parent, 'other-name'))).rejects.toThrow(/in use by another Mercury/);
  await folder.release();
});
