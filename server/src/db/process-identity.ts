import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process beyond its number, because a later process can get the same number. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid) ?? 'unknown' };
}

export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return startOf(pid) === startedAt;
}

/** The command line of a live process, or undefined. Words are separated by single spaces. */
export function commandOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return askPs(pid, 'command=');
  if (startOf(pid) === undefined) return undefined;
  return readOptional(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim();
}

function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return askPs(pid, 'lstart=');
  const stat = readOptional(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses and may contain spaces: count the fields after it (proc_pid_stat(5)).
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; it only waits for its parent to notice.
  if (state === 'Z' || state === 'X') return undefined;
  const startTicks = fields[18];
  // Ticks count from boot, so the same count can come again after a reboot.
  return `${readOptional('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${startTicks ?? ''}`;
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function askPs(pid: number, column: string): string | undefined {
  try {
    const answer = execFileSync('ps', ['-ww', '-o', column, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return answer.trim() || undefined;
  } catch {
    // ps exits with 1 if there is no such process.
    return undefined;
  }
}
