import { type Location, useLocation, useSearchParams } from 'react-router';

/** What was written last, and the place that was shown then: the router shows the new one a moment later. */
let written: { from: Location; search: URLSearchParams } | undefined;

/**
 * The query of the address, for a page whose parts each keep something in it. A change builds on the one before it, also if that is
 * not shown yet.
 */
export function useSharedSearch() {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const changeSearch = (change: (latest: URLSearchParams) => URLSearchParams) => {
    const next = change(written?.from === location ? written.search : search);
    written = { from: location, search: next };
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return { search, changeSearch };
}
