import type { Recipient } from '@mercury/contract/api/wallets.ts';
import { readRecipient, writeRecipient } from '@mercury/contract/money/address.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { topicKey } from '../api/query-client.ts';
import { moneyActions } from './money-actions.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { namedBy, readContactEmail, type SavedContact } from './contact-email.ts';

/** The server is asked when the typing pauses. */
const typingRestMs = 300;

/** Long enough for a review. Asked again after every transfer, which makes a stranger somebody known. */
const staleAfterMs = 60_000;

/** The text in the form that is asked about; empty for what names nobody. */
function askedOf(text: string): string {
  const name = readRecipient(text);
  return name === undefined ? '' : writeRecipient(name);
}

/** Whom a transfer to this text would reach. */
export function recipientQuery(text: string) {
  const to = askedOf(text);
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'recipient', to],
    queryFn: async ({ client, signal }) => (await moneyActions(client)).findRecipient(to, signal),
    staleTime: staleAfterMs,
  });
}

export type RecipientState =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'found'; recipient: Recipient }
  /** Nobody, or oneself: the server's words say which. */
  | { state: 'refused'; error: ApiError }
  | { state: 'unknown' };

function useRecipient(text: string): RecipientState {
  const rested = useDebounced(text, typingRestMs);
  const asked = askedOf(text);
  const isAsked = asked !== '' && asked === askedOf(rested);
  const { data, error } = useQuery({ ...recipientQuery(rested), enabled: isAsked });
  if (asked === '') return { state: 'none' };
  if (!isAsked) return { state: 'looking' };
  if (data) return { state: 'found', recipient: data };
  if (error instanceof ApiError && error.isRefusal) return { state: 'refused', error };
  return error ? { state: 'unknown' } : { state: 'looking' };
}

/** The address that the text means: its own, or that of the username once it is known. */
function addressIn(text: string, found: RecipientState): string | undefined {
  const name = readRecipient(text);
  if (name?.kind === 'address') return name.address;
  return found.state === 'found' ? found.recipient.walletAddress : undefined;
}

/** What the typed text names, and whom that reaches. */
export function useNamed(typed: string, contacts: readonly SavedContact[] | undefined) {
  const rested = useDebounced(typed, typingRestMs);
  const email = readContactEmail(typed, contacts);
  const text = namedBy(typed, contacts);
  const found = useRecipient(text);
  return {
    // The beginning of an email is often another one, which nobody has.
    email: email?.kind === 'nobody' && rested !== typed ? undefined : email,
    found,
    address: addressIn(text, found),
    /** An address or a username; any other text as it was typed. */
    text: text.trim(),
  };
}
export type Named = ReturnType<typeof useNamed>;
