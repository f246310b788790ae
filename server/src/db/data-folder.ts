import { randomBytes } from 'node:crypto';
import { access, constants, link, mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isAlive, ownIdentity } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** The message is one line for the operator. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

export interface DataFolder {
  readonly path: string;
  release(): Promise<void>;
}

// The file with the highest number names the owner, and goes only if a higher one exists. So at most one process can create the
// next number and then see none above it: the new owner.
const OWNER_FILE = /^owner-(\d+)\.json$/;

// A round claims the folder, meets a live owner, or loses against another claim.
const CLAIM_ROUNDS_MAX = 10;

/** Refuses if the owner lives. After a dead owner the caller must stop what it left running (its database). */
export async function claimDataFolder(folder: string): Promise<DataFolder> {
  const path = await makeDataFolder(folder);
  try {
    const ownerFile = await claim(path);
    return { path, release: () => writeFile(ownerFile, '{}\n') };
  } catch (error) {
    throw error instanceof DataFolderError ? error : notWritable(path, error);
  }
}

/** Without links, because the database's processes are recognized by the path. */
export async function makeDataFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  try {
    // Keys and mails live here. An existing folder keeps the operator's mode.
    await makeFolder(path, 0o700);
    await access(path, constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (error) {
    throw notWritable(path, error);
  }
}

export async function findOwner(folder: string): Promise<ProcessIdentity | undefined> {
  const { owner } = await readLatest(resolve(folder));
  return owner !== undefined && isAlive(owner) ? owner : undefined;
}

// The `recursive` option of mkdir never returns under /proc and the like, where a parent takes no folders.
async function makeFolder(path: string, mode?: number): Promise<void> {
  const make = () => mkdir(path, mode);
  try {
    await make();
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

function notWritable(path: string, error: unknown): DataFolderError {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new DataFolderError(
    `The data folder ${path} can't be written (${reason}): set DATA_DIR to another one`,
    {
      cause: error,
    },
  );
}

async function claim(path: string): Promise<string> {
  const claimPath = join(path, `claim-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(claimPath, `${JSON.stringify(ownIdentity())}\n`, { flag: 'wx', mode: 0o600 });
    for (let round = 0; round < CLAIM_ROUNDS_MAX; round += 1) {
      const ownerFile = await tryToClaim(path, claimPath);
      if (ownerFile !== undefined) return ownerFile;
    }
    throw new DataFolderError(`The data folder ${path} is being claimed by other processes: try again`);
  } finally {
    await rm(claimPath, { force: true });
  }
}

async function tryToClaim(path: string, claimPath: string): Promise<string | undefined> {
  const latest = await readLatest(path);
  if (latest.owner !== undefined && isAlive(latest.owner)) {
    throw new DataFolderError(
      `The data folder ${path} is in use by another Mercury (process ${latest.owner.pid}): stop it or set DATA_DIR`,
    );
  }
  const number = latest.number + 1;
  const ownerFile = ownerFileOf(path, number);
  // Linking is atomic and fails if the file exists: one of two claims gets the number.
  if (!(await linkIfAbsent(claimPath, ownerFile))) return undefined;
  const numbers = await listNumbers(path);
  // This process was so slow that others have owned the folder since.
  const isOutdated = numbers.some((each) => each > number);
  const obsolete = isOutdated ? [number] : numbers.filter((each) => each < number);
  await Promise.all(obsolete.map((each) => rm(ownerFileOf(path, each), { force: true })));
  return isOutdated ? undefined : ownerFile;
}

function ownerFileOf(path: string, number: number): string {
  return join(path, `owner-${number}.json`);
}

async function listNumbers(path: string): Promise<number[]> {
  return (await readdir(path)).flatMap((name) => {
    const number = OWNER_FILE.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

async function readLatest(path: string): Promise<{ number: number; owner: ProcessIdentity | undefined }> {
  const number = Math.max(0, ...(await listNumbers(path)));
  return { number, owner: parseOwner(await readOptional(ownerFileOf(path, number))) };
}

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readOptional(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parseOwner(text: string | undefined): ProcessIdentity | undefined {
  if (text === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    if (!('pid' in parsed && 'startedAt' in parsed)) return undefined;
    const { pid, startedAt } = parsed;
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : undefined;
  } catch {
    // A crash of the machine can leave the file empty.
    return undefined;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
