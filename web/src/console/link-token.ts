import { useEffect, useState } from 'react';

/**
 * The token after the #, taken out of the address at once: neither the history nor a glance over a shoulder keeps it. It lives as
 * long as the page, so a reload needs the link again. Each page has its own.
 */
const tokens = new Map<string, string>();

function takeLinkToken(): string | null {
  const fragment = location.hash.slice(1);
  if (fragment !== '') {
    tokens.set(location.pathname, fragment);
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  }
  return tokens.get(location.pathname) ?? null;
}

/** Of the newest link: a second one may be opened on the same page, which no browser loads anew for it. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(takeLinkToken);
  useEffect(() => {
    const take = () => setToken(takeLinkToken());
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}

/** Used, or no longer of use. */
export function forgetLinkTokens(): void {
  tokens.clear();
}
