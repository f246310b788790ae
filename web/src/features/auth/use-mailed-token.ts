import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token that a mailed link has in its address: behind `#`, or in the query of older links and of the reset's. It is taken out
 * of there as soon as it is read, where it could be looked at over a shoulder, copied along with the address or found in the
 * browser's history. Null where the link came without.
 */
export function useMailedToken(...names: readonly [string, ...string[]]): string | null {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const params = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)];
  const addressed = params.flatMap((some) => names.map((name) => some.get(name))).find(Boolean) ?? null;
  useEffect(() => {
    // In the state of this one entry of the history, not in sessionStorage: a reload keeps it, and nothing else can reach it.
    if (addressed !== null) void navigate(pathname, { replace: true, state: { mailedToken: addressed } });
  }, [addressed, navigate, pathname]);
  return addressed ?? tokenOf(state);
}

function tokenOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('mailedToken' in state)) return null;
  return typeof state.mailedToken === 'string' ? state.mailedToken : null;
}
