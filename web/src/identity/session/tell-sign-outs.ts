import i18next from 'i18next';
import { connection } from '../../connection.ts';
import { toast } from '../../ui/toast.ts';
import { readEndedHashes, replaceEndedHashes } from './ended-sessions.ts';

const logoutPath = '/v1/auth/logout';
const hashPattern = /^[0-9a-f]{64}$/;
const timeoutMs = 10_000;
const tryAgainAfterMs = 30_000;
const keptMax = 10;

/**
 * Hashes of tokens, kept in memory too, because storage may be forbidden or full. A browser that can't hash keeps the token
 * itself, in memory only.
 */
const ended = new Set<string>();
const underway = new Map<string, Promise<boolean>>();
let next: ReturnType<typeof setTimeout> | undefined;

/** From this page and from storage. */
function readEnded(): readonly string[] {
  const last = [...new Set([...readEndedHashes(), ...ended])].slice(-keptMax);
  ended.clear();
  for (const entry of last) ended.add(entry);
  return last;
}

function keep(entries: readonly string[]): void {
  replaceEndedHashes(entries.filter((entry) => hashPattern.test(entry)));
}

function forget(entry: string): void {
  const left = readEnded().filter((other) => other !== entry);
  ended.delete(entry);
  keep(left);
}

/** Not by `call`, which uses the present session. A session that the server does not know counts as ended. */
async function endAtServer(entry: string): Promise<boolean> {
  const isHash = hashPattern.test(entry);
  try {
    const { ok, status } = await fetch(isHash ? `${logoutPath}-by-hash` : logoutPath, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        ...(isHash ? { 'content-type': 'application/json' } : { authorization: `Bearer ${entry}` }),
      },
      ...(isHash && { body: JSON.stringify({ tokenHash: entry }) }),
      signal: AbortSignal.timeout(timeoutMs),
      // The person may close the page right after signing out.
      keepalive: true,
    });
    return ok || status === 401 || status === 404;
  } catch {
    return false;
  }
}

/** Two rounds at the same time report each session once. */
function endOnce(entry: string): Promise<boolean> {
  const started = underway.get(entry);
  if (started) return started;
  const call = endAtServer(entry).finally(() => underway.delete(entry));
  underway.set(entry, call);
  return call;
}

/** Returns whether the server knows all ended sessions; the rest is retried. */
export async function tellSignOuts(): Promise<boolean> {
  if (connection.isOnline()) {
    for (const entry of readEnded()) {
      if (await endOnce(entry)) forget(entry);
    }
  }
  const isDone = readEnded().length === 0;
  // The connection may be fine while the server is too busy.
  clearTimeout(next);
  if (!isDone) next = setTimeout(() => void tellSignOuts(), tryAgainAfterMs);
  return isDone;
}

/** Reports the sign-out at once. If only this browser knows of it, a correction follows. */
export async function confirmSignOut(entry: string | null): Promise<void> {
  const id = 'signed-out';
  if (entry !== null) ended.add(entry);
  keep(readEnded());
  if (connection.isOnline()) toast.success(i18next.t('toast.loggedOut'), { id });
  if (!(await tellSignOuts())) toast.warning(i18next.t('toast.loggedOutHere'), { id });
}
