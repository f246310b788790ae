/**
 * The token after the #, taken out of the address at once: neither the history nor a glance over a shoulder keeps it. It lives as
 * long as the page, so a reload needs the link again. Each page has its own.
 */
const tokens = new Map<string, string>();

export function takeLinkToken(): string | null {
  const fragment = location.hash.slice(1);
  if (fragment !== '') {
    tokens.set(location.pathname, fragment);
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  }
  return tokens.get(location.pathname) ?? null;
}

/** Used, or no longer of use. */
export function forgetLinkTokens(): void {
  tokens.clear();
}
