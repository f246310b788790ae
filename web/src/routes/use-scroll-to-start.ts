import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Whoever follows a link to a page begins at its top; whoever goes back finds it where the browser left it. */
export function useScrollToStart() {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    // A link to a part of a page leads there.
    if (navigationType === NavigationType.Push && hash === '') window.scrollTo(0, 0);
    // What changes beside the path (a range, a filter) is no other page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
}
