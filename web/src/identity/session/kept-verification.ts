import * as z from 'zod/mini';

const key = 'verifyingEmail';

const keptSchema = z.object({ email: z.string(), username: z.nullable(z.string()), pathname: z.string() });

/** The question for an email's code: whose it is, and the page under it. It holds no secret. */
export type KeptVerification = z.output<typeof keptSchema>;

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
    return keptSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  } catch {
    // Nothing is kept, or somebody else wrote there.
    return null;
  }
}

export function forgetVerification(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}
