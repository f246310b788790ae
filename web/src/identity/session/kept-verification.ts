const key = 'verifyingEmail';

/** The question for an email's code: whose it is, and the page under it. It holds no secret. */
export interface KeptVerification {
  email: string;
  username: string | null;
  pathname: string;
}

/** With the tab: a reload asks again, another visit does not. Without storage it lasts as long as the page. */
export function keepVerification(asked: KeptVerification): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(asked));
  } catch {
    // See above.
  }
}

export function readVerification(): KeptVerification | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    // Nothing is kept, or somebody else wrote there.
    return null;
  }
}

/** By hand: a first visit would load 8 kB more for a schema. */
function isKept(kept: unknown): kept is KeptVerification {
  if (typeof kept !== 'object' || kept === null) return false;
  const { email, username, pathname }: Partial<Record<keyof KeptVerification, unknown>> = kept;
  const isNamed = typeof username === 'string' || username === null;
  return typeof email === 'string' && typeof pathname === 'string' && isNamed;
}

export function forgetVerification(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}
