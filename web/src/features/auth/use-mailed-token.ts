import { useCallback, useEffect } from 'react';
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

/** What a mailed link was there for is done: its token is forgotten, and a reload of this entry says so again. */
export function useMailedLinkDone(): { isDone: boolean; finish: () => void } {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const finish = useCallback(
    () => void navigate(pathname, { replace: true, state: { isMailedLinkDone: true } }),
    [navigate, pathname],
  );
  return { isDone: isRecordWith(state, 'isMailedLinkDone'), finish };
}

function tokenOf(state: unknown): string | null {
  if (!isRecordWith(state, 'mailedToken')) return null;
  return typeof state.mailedToken === 'string' ? state.mailedToken : null;
}

function isRecordWith<Name extends string>(state: unknown, name: Name): state is Record<Name, unknown> {
  return typeof state === 'object' && state !== null && name in state;
}
