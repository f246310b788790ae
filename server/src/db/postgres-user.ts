import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, cp, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './postgres-binaries.ts';

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it directly. Root uses a user namespace, where its files seem to
 * belong to another user; where that is forbidden (most containers), another user, in folders which that user can reach.
 */
export interface PostgresUser {
  binariesFolder: string;
  clusterFolder: string;
  /** Before the program's own command. */
  commandPrefix: string[];
  /** Set if the programs really run as another user. */
  switchTo?: { uid: number; gid: number };
}

export interface PostgresPlaces {
  binariesFolder: string;
  dataFolder: string;
}

const run = promisify(execFile);

// Outside every home folder, so that the other user can reach it.
const SHARED_FOLDER = '/var/lib/mercury';

export async function choosePostgresUser(places: PostgresPlaces): Promise<PostgresUser> {
  const clusterFolder = join(places.dataFolder, 'postgres');
  const ordinary = { binariesFolder: places.binariesFolder, clusterFolder, commandPrefix: [] };
  if (process.getuid?.() !== 0) return ordinary;
  const account = await findAccount();
  const mapped = { ...ordinary, commandPrefix: namespaceCommand(account) };
  if (await canRunMapped(mapped, places)) return mapped;
  return switchUser(places, account);
}

interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** initdb looks its user up by name. */
async function findAccount(): Promise<Account> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = accounts.find((fields) => fields[0] === wanted) ?? [];
    if (name !== undefined && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and there is no user "nobody": start Mercury as an ordinary user',
  );
}

function namespaceCommand({ uid, gid }: Account): string[] {
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
}

async function canRunMapped(user: PostgresUser, { dataFolder }: PostgresPlaces): Promise<boolean> {
  const cluster = await existing(user.clusterFolder);
  return (
    (await succeeds([
      ...user.commandPrefix,
      'test',
      '-w',
      cluster ?? dataFolder,
      '-a',
      '-O',
      cluster ?? dataFolder,
    ])) &&
    (await succeeds([...user.commandPrefix, join(user.binariesFolder, 'bin', 'postgres'), '--version']))
  );
}

async function switchUser(
  { binariesFolder, dataFolder }: PostgresPlaces,
  account: Account,
): Promise<PostgresUser> {
  const switchTo = { uid: account.uid, gid: account.gid };
  await mkdir(SHARED_FOLDER, { recursive: true });
  await chmod(SHARED_FOLDER, 0o711);
  const cluster = await placeCluster(dataFolder, account);
  const isReachable = await canEnter(binariesFolder, account);
  return {
    binariesFolder: isReachable ? binariesFolder : await copyBinaries(binariesFolder),
    clusterFolder: cluster,
    commandPrefix: [],
    switchTo,
  };
}

/** In the data folder, or behind a link there. */
async function placeCluster(dataFolder: string, account: Account): Promise<string> {
  const clusterPath = join(dataFolder, 'postgres');
  // The other user passes through, but reads nothing beside the cluster.
  await chmod(dataFolder, ((await stat(dataFolder)).mode & 0o777) | 0o001);
  const cluster = await existing(clusterPath);
  if (cluster !== undefined) {
    if (!(await canEnter(dirname(cluster), account))) {
      throw new EmbeddedPostgresError(
        `The user ${account.name}, who must run PostgreSQL for root here, can't reach ${cluster}: move DATA_DIR`,
      );
    }
    if ((await stat(cluster)).uid !== account.uid) {
      await run('chown', ['-R', `${account.uid}:${account.gid}`, cluster]);
    }
    return cluster;
  }
  if (await canEnter(dataFolder, account)) return clusterPath;
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const sharedPath = join(SHARED_FOLDER, `cluster-${name}`);
  await rm(clusterPath, { force: true });
  await symlink(sharedPath, clusterPath);
  return sharedPath;
}

async function copyBinaries(binariesFolder: string): Promise<string> {
  // An update makes a new copy.
  const manifest = await readFile(join(binariesFolder, '..', 'package.json'), 'utf8');
  const name = createHash('sha256').update(manifest).digest('hex').slice(0, 16);
  const target = join(SHARED_FOLDER, `postgres-${name}`);
  if ((await existing(target)) !== undefined) return target;
  const partial = `${target}.${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await cp(binariesFolder, partial, { recursive: true, verbatimSymlinks: true });
  await chmod(partial, 0o755);
  await rename(partial, target);
  return target;
}

export async function makePrivateFolder(path: string, user: PostgresUser): Promise<void> {
  await mkdir(path, { mode: 0o700, recursive: true });
  await giveToPostgres(path, user);
}

export async function giveToPostgres(path: string, { switchTo }: PostgresUser): Promise<void> {
  if (switchTo !== undefined) await chown(path, switchTo.uid, switchTo.gid);
}

async function canEnter(folder: string, { uid, gid }: Account): Promise<boolean> {
  return succeeds(['/bin/sh', '-c', 'cd "$0"', folder], { uid, gid });
}

async function succeeds(command: string[], switchTo: { uid?: number; gid?: number } = {}): Promise<boolean> {
  const [program = '', ...words] = command;
  try {
    await run(program, words, { cwd: '/', ...switchTo });
    return true;
  } catch {
    return false;
  }
}

const existing = (path: string): Promise<string | undefined> => unlessAbsent(path, (each) => realpath(each));

/** Undefined only if nothing is there: an unreadable cluster must never be replaced by an empty one. */
export async function unlessAbsent<Found>(
  path: string,
  look: (path: string) => Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await look(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(`${path} can't be read (${code})`, { cause: error });
  }
}
