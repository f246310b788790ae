import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { session } from '../../api/session.ts';
import { useIsOnline } from '../../connection.ts';
import { paths } from '../../paths.ts';
import { readStored, writeStored } from '../../storage.ts';

/** The hashes of the tokens of sessions that were ended here, and that the server may not know of yet; with spaces between. */
export const endedKey = 'endedSessions';

/** Nothing where it can't be fetched: then the server is told on the next visit. */
const load = () => import('./tell-sign-outs.ts').catch(() => undefined);

/** Signs out here at once. The server is told now or, where it can't be, once it can. */
export function useSignOut() {
  const navigate = useNavigate();
  return () => {
    const { token } = session.read();
    session.end('signedOut');
    void navigate(paths.home);
    void tell(token);
  };
}

/** The token itself is kept nowhere: it opens the account for as long as the server does not know. */
async function tell(token: string | null): Promise<void> {
  const hash = token === null ? null : await hashOf(token);
  if (hash !== null) writeStored(endedKey, `${readStored(endedKey) ?? ''} ${hash}`);
  const server = await load();
  await server?.confirmSignOut(hash ?? token);
}

/** As the server keeps it; null where the page came over plain http, to which browsers give no Web Crypto. */
async function hashOf(token: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Tells the server of what it could not be told at the time, perhaps in an earlier visit. */
export function useTellSignOuts(): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isOnline && readStored(endedKey) !== null) void load().then((server) => server?.tellSignOuts());
  }, [isOnline]);
}
