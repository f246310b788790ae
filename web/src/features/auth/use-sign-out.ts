import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { session } from '../../api/session.ts';
import { useIsOnline } from '../../connection.ts';
import { paths } from '../../paths.ts';
import { readStored, writeStored } from '../../storage.ts';

/** The tokens of sessions that were ended here, and that the server may not know of yet; with spaces between. */
export const endedKey = 'endedSessions';

/** Nothing where it can't be fetched: then the server is told on the next visit. */
const load = () => import('./tell-sign-outs.ts').catch(() => undefined);

/** Signs out here at once. The server is told now or, where it can't be, once it can. */
export function useSignOut() {
  const navigate = useNavigate();
  return () => {
    const { token } = session.read();
    if (token !== null) writeStored(endedKey, `${readStored(endedKey) ?? ''} ${token}`);
    session.end('signedOut');
    void navigate(paths.home);
    void load().then((server) => server?.confirmSignOut(token));
  };
}

/** Tells the server of what it could not be told at the time, perhaps in an earlier visit. */
export function useTellSignOuts(): void {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isOnline && readStored(endedKey) !== null) void load().then((server) => server?.tellSignOuts());
  }, [isOnline]);
}
