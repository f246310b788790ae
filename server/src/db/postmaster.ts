import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandOf } from './process-identity.ts';

const POLL_INTERVAL_MS = 10;
const ORPHAN_TIMEOUT_MS = 5_000;
// After an immediate shutdown only the end of the processes is left.
const IMMEDIATE_TIMEOUT_MS = 2_000;

/**
 * Stops the PostgreSQL that a dead owner of the folder left running, and removes the files that a dead PostgreSQL left behind.
 */
export async function stopOrphan(clusterFolder: string): Promise<void> {
  const lockPath = join(clusterFolder, 'postmaster.pid');
  const lock = await readFile(lockPath, 'utf8').catch(() => undefined);
  if (lock === undefined) return;
  const { pid, socketFolder } = readLock(lock);
  if (isPostmasterOf(pid, clusterFolder)) await endProcess(pid, ORPHAN_TIMEOUT_MS);
  // PostgreSQL would mistake any live process with this number for its own, and refuse to start.
  await rm(lockPath, { force: true });
  // Remove only a folder that we made for a socket; the dead owner could not remove it.
  if (/\/mercury-[A-Za-z0-9]{6}$/.test(socketFolder))
    await rm(socketFolder, { recursive: true, force: true });
}

/** The fields of postmaster.pid that we need: its first and fifth lines (PostgreSQL's miscadmin.h). */
export function readLock(text: string): { pid: number; socketFolder: string } {
  const lines = text.split('\n');
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' };
}

/** Fast shutdown, immediate after `timeoutMs`, then kill. Returns when the process is gone. */
export async function endProcess(pid: number, timeoutMs: number): Promise<void> {
  if (await endsAfter(pid, 'SIGINT', timeoutMs)) return;
  if (await endsAfter(pid, 'SIGQUIT', IMMEDIATE_TIMEOUT_MS)) return;
  await endsAfter(pid, 'SIGKILL', IMMEDIATE_TIMEOUT_MS);
}

async function endsAfter(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  const deadline = Date.now() + timeoutMs;
  while (commandOf(pid) !== undefined) {
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return true;
}

function isPostmasterOf(pid: number, clusterFolder: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const command = commandOf(pid);
  return command !== undefined && command.includes('postgres') && command.includes(`-D ${clusterFolder} `);
}
