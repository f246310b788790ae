import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Reads the token after `#`, or in the query of older links and of the reset link, and removes it from the address at once: there
 * people could see or copy it, and the browser would remember it. Null if the link had none.
 */
export function useMailedToken(...names: readonly [string, ...string[]]): string | null {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const params = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)];
  const addressed = params.flatMap((some) => names.map((name) => some.get(name))).find(Boolean) ?? null;
  useEffect(() => {
    // In the state of this history entry: it survives a reload, and nothing else can read it.
    if (addressed !== null) void navigate(pathname, { replace: true, state: { mailedToken: addressed } });
  }, [addressed, navigate, pathname]);
  return addressed ?? tokenOf(state);
}

/** Forgets the used token. A reload of this entry then shows the same result. */
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
