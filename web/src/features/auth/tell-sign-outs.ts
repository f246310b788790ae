import i18next from 'i18next';
import { connection } from '../../connection.ts';
import { readStored, removeStored, writeStored } from '../../storage.ts';
import { toast } from '../../ui/toast.ts';
import { endedKey } from './use-sign-out.ts';

const logoutPath = '/v1/auth/logout';
const hashPattern = /^[0-9a-f]{64}$/;
const timeoutMs = 10_000;
const tryAgainAfterMs = 30_000;
const keptMax = 10;

/**
 * Hashes of tokens, as long as the page lasts, because storage may be forbidden or full. Where none can be made it is the token
 * itself, which never goes into storage.
 */
const ended = new Set<string>();
const underway = new Map<string, Promise<boolean>>();
let next: ReturnType<typeof setTimeout> | undefined;

/** The last ones, of this page and of storage. */
function readEnded(): readonly string[] {
  const stored = readStored(endedKey)?.split(' ').filter(Boolean) ?? [];
  const last = [...new Set([...stored, ...ended])].slice(-keptMax);
  ended.clear();
  for (const entry of last) ended.add(entry);
  return last;
}

function keep(entries: readonly string[]): void {
  const hashes = entries.filter((entry) => hashPattern.test(entry));
  // First, or what can't be written over would stay.
  removeStored(endedKey);
  if (hashes.length > 0) writeStored(endedKey, hashes.join(' '));
}

function forget(entry: string): void {
  const left = readEnded().filter((other) => other !== entry);
  ended.delete(entry);
  keep(left);
}

/** Not by `call`, which speaks for the session of now. A session that the server does not know is over as well. */
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
      // Whoever signs out may close the page at once.
      keepalive: true,
    });
    return ok || status === 401 || status === 404;
  } catch {
    return false;
  }
}

/** Two rounds at once tell of each once. */
function endOnce(entry: string): Promise<boolean> {
  const started = underway.get(entry);
  if (started) return started;
  const call = endAtServer(entry).finally(() => underway.delete(entry));
  underway.set(entry, call);
  return call;
}

/** Ends at the server what was ended here. Answers whether that is all done; what is not is tried again. */
export async function tellSignOuts(): Promise<boolean> {
  if (connection.isOnline()) {
    for (const entry of readEnded()) {
      if (await endOnce(entry)) forget(entry);
    }
  }
  const isDone = readEnded().length === 0;
  // The connection may be there all the while, and the server too busy.
  clearTimeout(next);
  if (!isDone) next = setTimeout(() => void tellSignOuts(), tryAgainAfterMs);
  return isDone;
}

/** Says so at once, and takes back what turns out to be true of this browser alone. */
export async function confirmSignOut(entry: string | null): Promise<void> {
  const id = 'signed-out';
  if (entry !== null) ended.add(entry);
  keep(readEnded());
  if (connection.isOnline()) toast.success(i18next.t('toast.loggedOut'), { id });
  if (!(await tellSignOuts())) toast.warning(i18next.t('toast.loggedOutHere'), { id });
}
