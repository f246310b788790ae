import i18next from 'i18next';
import { connection } from '../../connection.ts';
import { readStored, removeStored, writeStored } from '../../storage.ts';
import { toast } from '../../ui/toast.ts';
import { endedKey } from './use-sign-out.ts';

const logoutPath = '/v1/auth/logout';
const timeoutMs = 10_000;
const tryAgainAfterMs = 30_000;
const keptMax = 10;

/** As long as the page lasts, because storage may be forbidden or full. */
const ended = new Set<string>();
let next: ReturnType<typeof setTimeout> | undefined;

/** The last ones, of this page and of storage. */
function readEnded(): readonly string[] {
  const stored = readStored(endedKey)?.split(' ').filter(Boolean) ?? [];
  const last = [...new Set([...stored, ...ended])].slice(-keptMax);
  ended.clear();
  for (const token of last) ended.add(token);
  return last;
}

function keep(tokens: readonly string[]): void {
  // First, or what can't be written over would stay.
  removeStored(endedKey);
  if (tokens.length > 0) writeStored(endedKey, tokens.join(' '));
}

function forget(token: string): void {
  const left = readEnded().filter((other) => other !== token);
  ended.delete(token);
  keep(left);
}

/** Not by `call`, which speaks for the session of now. A session that the server does not know is over as well. */
async function endAtServer(token: string): Promise<boolean> {
  try {
    const { ok, status } = await fetch(logoutPath, {
      method: 'POST',
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
      // Whoever signs out may close the page at once.
      keepalive: true,
    });
    return ok || status === 401 || status === 404;
  } catch {
    return false;
  }
}

/** Ends at the server what was ended here. Answers whether that is all done; what is not is tried again. */
export async function tellSignOuts(): Promise<boolean> {
  if (connection.isOnline()) {
    for (const token of readEnded()) {
      if (await endAtServer(token)) forget(token);
    }
  }
  const isDone = readEnded().length === 0;
  // The connection may be there all the while, and the server too busy.
  clearTimeout(next);
  if (!isDone) next = setTimeout(() => void tellSignOuts(), tryAgainAfterMs);
  return isDone;
}

/** Says so at once, and takes back what turns out to be true of this browser alone. */
export async function confirmSignOut(token: string | null): Promise<void> {
  const id = 'signed-out';
  if (token !== null) ended.add(token);
  keep(readEnded());
  if (connection.isOnline()) toast.success(i18next.t('toast.loggedOut'), { id });
  if (!(await tellSignOuts())) toast.warning(i18next.t('toast.loggedOutHere'), { id });
}
