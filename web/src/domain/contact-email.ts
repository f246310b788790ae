import { emailSchema } from '@mercury/contract/api/shapes.ts';

/** What a transfer knows of a contact. */
export interface SavedContact {
  name: string;
  walletAddress: string;
  email?: string | undefined;
}

type EmailMeaning =
  | { kind: 'one'; walletAddress: string }
  /** The person has to say whom they mean. */
  | { kind: 'several'; contacts: readonly SavedContact[] }
  | { kind: 'nobody' }
  /** The contacts are not loaded. */
  | { kind: 'unknown' };

/**
 * Whom an email means: the contacts whose owner noted it, in any case. Undefined for a text that is no email. No account is
 * looked for, so nobody learns whether an email has one.
 */
export function readContactEmail(
  text: string,
  contacts: readonly SavedContact[] | undefined,
): EmailMeaning | undefined {
  const email = text.trim().toLowerCase();
  if (!emailSchema.safeParse(email).success) return undefined;
  if (contacts === undefined) return { kind: 'unknown' };
  const meant = contacts.filter((contact) => contact.email?.toLowerCase() === email);
  const [first] = meant;
  if (first === undefined) return { kind: 'nobody' };
  return meant.length === 1
    ? { kind: 'one', walletAddress: first.walletAddress }
    : { kind: 'several', contacts: meant };
}

/** The address where the text is the email of one contact, otherwise the text itself. */
export function namedBy(text: string, contacts: readonly SavedContact[] | undefined): string {
  const email = readContactEmail(text, contacts);
  return email?.kind === 'one' ? email.walletAddress : text;
}
