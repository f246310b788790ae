import { readStored, removeStored, writeStored } from '../../storage.ts';

const key = 'verifyingEmail';

/** The question for an email's code: whose it is, and the page under it. It holds no secret. */
export interface KeptVerification {
  email: string;
  username: string | null;
  pathname: string;
}

/** With the tab: a reload asks again, another visit does not. Without storage it lasts as long as the page. */
export function keepVerification({ email, username, pathname }: KeptVerification): void {
  const kept = new URLSearchParams({ email, pathname, ...(username !== null && { username }) });
  writeStored(key, kept.toString(), 'session');
}

export function readVerification(): KeptVerification | null {
  const kept = new URLSearchParams(readStored(key, 'session') ?? '');
  const email = kept.get('email');
  const pathname = kept.get('pathname');
  // Nothing is kept, or somebody else wrote there.
  return email === null || pathname === null ? null : { email, pathname, username: kept.get('username') };
}

export function forgetVerification(): void {
  removeStored(key, 'session');
}
