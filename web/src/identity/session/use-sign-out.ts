import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '../../api/query-client.ts';
import { session } from '../../api/session.ts';
import { profileQuery } from '../../api/use-session.ts';
import { useIsOnline } from '../../connection.ts';
import { paths } from '../../paths.ts';
import { addEndedHash, readEndedHashes } from './ended-sessions.ts';

/** If the module can't load, the next visit reports the sign-out. */
const load = () => import('./tell-sign-outs.ts').catch(() => undefined);

/** Signs out here at once. The server learns it now, or when it is reachable. */
export function useSignOut() {
  const navigate = useNavigate();
  return () => {
    const { token } = session.read();
    session.end('signedOut', { userId: queryClient.getQueryData(profileQuery.queryKey)?.id });
    void navigate(paths.home);
    void tell(token);
  };
}

/** The token is never stored: it opens the account until the server ends the session. */
async function tell(token: string | null): Promise<void> {
  const hash = token === null ? null : await hashOf(token);
  if (hash !== null) addEndedHash(hash);
  const server = await load();
  await server?.confirmSignOut(hash ?? token);
}

/** As the server hashes it. Null on plain http, where browsers have no Web Crypto. */
async function hashOf(token: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reports earlier sign-outs, perhaps of an earlier visit. */
export function useTellSignOuts(): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isOnline && readEndedHashes().length > 0) void load().then((server) => server?.tellSignOuts());
  }, [isOnline]);
}
