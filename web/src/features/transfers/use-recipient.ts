import type { Recipient } from '@mercury/contract/api/wallets.ts';
import { readRecipient, writeRecipient } from '@mercury/contract/money/address.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { topicKey } from '../../api/query-client.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

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

export function useRecipient(text: string): RecipientState {
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
