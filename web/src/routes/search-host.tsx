import type { User } from '@mercury/contract/api/users.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { browserPlace } from '../domain/whereabouts.ts';
import { isSearchPress } from '../features/shell/search-keys.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const VisitorSearch = lazyPart(async () => (await import('./visitor-search.tsx')).VisitorSearch);
const PersonSearch = lazyPart(async () => (await import('./person-search.tsx')).PersonSearch);

/** A failure is reported when the search opens. */
const preloadFor = (isPerson: boolean) =>
  void (isPerson ? PersonSearch : VisitorSearch).preload().catch(() => undefined);

export const preloadPersonSearch = () => preloadFor(true);

/** The search's own entry of the history: Back closes the search, and the page under it stays. */
const searchEntry = { isSearch: true } as const;

function isSearchEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isSearch' in state && state.isSearch === true;
}

export interface SearchControls {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  preload: () => void;
  /** Shows another page, or a dialog above this one, in place of the search. */
  goTo: (path: string, state?: unknown) => void;
  /** Closes the search and then does something on the page under it. */
  run: (action: () => void) => void;
}

/** Where the search opens from, and how a choice leaves it. */
export function useSearch(isPerson: boolean): SearchControls {
  const location = useLocation();
  const navigate = useNavigate();
  const isHere = isSearchEntry(location.state);
  const [isOpen, setIsOpen] = useState(isHere);
  const [seenKey, setSeenKey] = useState(location.key);
  if (seenKey !== location.key) {
    setSeenKey(location.key);
    setIsOpen(isHere);
  }
  // The history changes at once, the location only when React has rendered it.
  const hasEntry = useRef(isHere);
  const waiting = useRef<() => void>(undefined);
  const goOn = useCallback(() => {
    const action = waiting.current;
    waiting.current = undefined;
    action?.();
  }, []);
  useEffect(() => {
    hasEntry.current = isHere;
    if (!isHere) goOn();
  }, [isHere, goOn]);
  // Where the page is slow, React never renders an entry that is left again at once.
  useEffect(() => {
    addEventListener('popstate', goOn);
    return () => removeEventListener('popstate', goOn);
  }, [goOn]);

  const open = useCallback(() => {
    if (hasEntry.current) return;
    hasEntry.current = true;
    setIsOpen(true);
    const place = browserPlace(location);
    void navigate(
      { pathname: place.pathname, search: place.search, hash: place.hash },
      { state: searchEntry },
    );
  }, [location, navigate]);

  const close = useCallback(() => {
    setIsOpen(false);
    if (!hasEntry.current) return;
    hasEntry.current = false;
    void navigate(-1);
  }, [navigate]);

  const run = useCallback(
    (action: () => void) => {
      if (hasEntry.current) waiting.current = action;
      close();
      if (waiting.current === undefined) action();
    },
    [close],
  );

  const goTo = useCallback(
    (path: string, state: unknown = null) => {
      const { pathname, search } = browserPlace(location);
      if (path === `${pathname}${search}`) return close();
      const replace = hasEntry.current;
      hasEntry.current = false;
      setIsOpen(false);
      void navigate(path, { replace, state });
    },
    [close, location, navigate],
  );

  useSearchKeys({ isOpen, open, close });
  const preload = useCallback(() => preloadFor(isPerson), [isPerson]);
  return useMemo(
    () => ({ isOpen, open, close, preload, goTo, run }),
    [isOpen, open, close, preload, goTo, run],
  );
}

/** Above a dialog the search would hide what the person decides on, and some must not be left. The browser then has its keys. */
function isDialogOpen(): boolean {
  // Not every sheet is a dialog: a bar that toasts keep clear of is one too.
  return document.querySelector(':is([data-sheet][role], [data-drawer]):not([data-ending-style])') !== null;
}

function useSearchKeys({ isOpen, open, close }: Pick<SearchControls, 'isOpen' | 'open' | 'close'>): void {
  useEffect(() => {
    function handlePress(press: KeyboardEvent) {
      if (!isSearchPress(press, navigator.platform) || isDialogOpen()) return;
      press.preventDefault();
      if (press.repeat) return;
      if (isOpen) close();
      else open();
    }
    addEventListener('keydown', handlePress);
    return () => removeEventListener('keydown', handlePress);
  }, [isOpen, open, close]);
}

interface SearchHostProps {
  search: SearchControls;
  /** The signed-in person with a verified email, or null. */
  user: User | null;
}

/** The search loads when it first opens, or early when its button is approached. */
export function SearchHost({ search, user }: SearchHostProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (search.isOpen && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  const giveUp = () => {
    search.close();
    setIsWanted(false);
  };
  if (user === null) return <VisitorSearch search={search} onGiveUp={giveUp} />;
  return <PersonSearch key={user.id} search={search} user={user} onGiveUp={giveUp} />;
}
