import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { session } from '../../api/session.ts';
import { useIsOnline } from '../../connection.ts';
import { paths } from '../../paths.ts';
import { addEndedHash, readEndedHashes } from './tell-sign-outs.ts';

/** Undefined if the module can't load: then the next visit reports the sign-out. */
const load = () => import('./tell-sign-outs.ts').catch(() => undefined);

/** Signs out here at once. The server is told now, or as soon as it is reachable. */
export function useSignOut() {
  const navigate = useNavigate();
  return () => {
    const { token } = session.read();
    session.end('signedOut');
    void navigate(paths.home);
    void tell(token);
  };
}

/** The token itself is never stored: it opens the account until the server ends the session. */
async function tell(token: string | null): Promise<void> {
  const hash = token === null ? null : await hashOf(token);
  if (hash !== null) addEndedHash(hash);
  const server = await load();
  await server?.confirmSignOut(hash ?? token);
}

/** The server's hash of the token; null on plain http, where browsers have no Web Crypto. */
async function hashOf(token: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reports earlier sign-outs that the server does not know yet, perhaps from an earlier visit. */
export function useTellSignOuts(): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isOnline && readEndedHashes().length > 0) void load().then((server) => server?.tellSignOuts());
  }, [isOnline]);
}
