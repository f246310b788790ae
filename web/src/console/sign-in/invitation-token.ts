/**
 * The token after the #, taken out of the address at once: neither the history nor a glance over a shoulder keeps it. It lives as
 * long as the page, so a reload needs the link again.
 */
let token: string | null = null;

export function takeInvitationToken(): string | null {
  const fragment = location.hash.slice(1);
  if (fragment !== '') {
    token = fragment;
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  }
  return token;
}

/** Accepted, or no longer of use. */
export function forgetInvitationToken(): void {
  token = null;
}
