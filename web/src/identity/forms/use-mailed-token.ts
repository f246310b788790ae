import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token in a mailed link's address: after `#`, or in the query of older links and of the reset link. It leaves the address as
 * soon as it is read: otherwise it could be seen over a shoulder, copied with the address, or found in the browser's history.
 * Null if the link had none.
 */
export function useMailedToken(...names: readonly [string, ...string[]]): string | null {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const params = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)];
  const addressed = params.flatMap((some) => names.map((name) => some.get(name))).find(Boolean) ?? null;
  useEffect(() => {
    // In this history entry's state, not in sessionStorage: a reload keeps it, and nothing else can read it.
    if (addressed !== null) void navigate(pathname, { replace: true, state: { mailedToken: addressed } });
  }, [addressed, navigate, pathname]);
  return addressed ?? tokenOf(state);
}

/** The token is used: forget it, and show the same result after a reload of this entry. */
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
