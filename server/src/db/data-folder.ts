import { randomBytes } from 'node:crypto';
import { access, constants, link, mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isAlive, ownIdentity } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** The data folder can't be used; the message is one line for the operator. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** A data folder that belongs to this process until it is released. */
export interface DataFolder {
  readonly path: string;
  release(): Promise<void>;
}

// The file with the highest number names the owner. It is never removed while none is higher, so numbers only grow:
// whoever creates the next one, and sees none above it afterwards, is the only one who can think so.
const OWNER_FILE = /^owner-(\d+)\.json$/;

// Each round claims the folder, meets a live owner, or has lost against another claim.
const CLAIM_ROUNDS_MAX = 10;

/**
 * Makes the folder if need be and claims it for this process. A live owner means refusal; a dead one is replaced, and
 * what it left running (its database) is for the caller to stop.
 */
export async function claimDataFolder(folder: string): Promise<DataFolder> {
  const path = await makeDataFolder(folder);
  try {
    const ownerFile = await claim(path);
    return { path, release: () => writeFile(ownerFile, '{}\n') };
  } catch (error) {
    throw error instanceof DataFolderError ? error : notWritable(path, error);
  }
}

/** Makes the folder if need be, and answers its path free of links: the database's processes are recognized by it. */
export async function makeDataFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  try {
    // Keys and mails live here: for nobody else. A folder that was there before keeps the operator's choice.
    await makeFolder(path, 0o700);
    await access(path, constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (error) {
    throw notWritable(path, error);
  }
}

/** The live process that owns the folder, or undefined. */
export async function findOwner(folder: string): Promise<ProcessIdentity | undefined> {
  const { owner } = await readLatest(resolve(folder));
  return owner !== undefined && isAlive(owner) ? owner : undefined;
}

// The `recursive` option of mkdir never returns where a parent exists but takes no folders, as under /proc.
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
  // Linking is atomic and fails where a file stands, so of two claims at once only one gets the number.
  if (!(await linkIfAbsent(claimPath, ownerFile))) return undefined;
  const numbers = await listNumbers(path);
  // We were so slow that others have owned the folder since, and cleared our number away.
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
    // A crash of the machine can leave the file empty: nobody owns the folder then.
    return undefined;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
