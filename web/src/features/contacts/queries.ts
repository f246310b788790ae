import {
  type Contact,
  type ContactType,
  createContact,
  deleteContact,
  listContacts,
  updateContact,
} from '@mercury/contract/api/contacts.ts';
import { normalizeAddress } from '@mercury/contract/money/address.ts';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { keepList } from '../../api/last-known.ts';
import { callWithProof } from '../../api/proof.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCancellableCommand, useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';

interface ContactFilter {
  type: ContactType;
  search: string;
}

export function contactsQuery({ type, search }: ContactFilter) {
  return queryOptions({
    queryKey: [...topicKey('contacts'), type, search],
    queryFn: async ({ signal, queryKey }) => {
      const { contacts } = await call(listContacts, { query: { type, ...(search && { search }) }, signal });
      if (type === 'all' && search === '') keepList(queryKey, contacts);
      return contacts;
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
}

export const allContactsQuery = contactsQuery({ type: 'all', search: '' });

/** The contact name of an address. */
export function contactNameOf(contacts: readonly Contact[], address: string): string | undefined {
  const normalized = normalizeAddress(address);
  return contacts.find(({ walletAddress }) => normalizeAddress(walletAddress) === normalized)?.name;
}

function askForContacts(queryClient: QueryClient): Promise<void> {
  return askAgain(queryClient, topicKey('contacts'));
}

export function useAddContact() {
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: ({ email, ...contact }: { name: string; walletAddress: string; email: string }) =>
      callWithProof(createContact, { body: { ...contact, ...(email !== '' && { email }) } }),
    onSuccess: () => askForContacts(queryClient),
  });
}

/** An empty email removes it. */
export function useChangeContact() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: ({ id, changes }: { id: string; changes: { name: string; email: string } }) =>
      call(updateContact, { params: { id }, body: changes }),
    onSuccess: () => askForContacts(queryClient),
  });
}

export function useRemoveContact() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: ({ id }: Contact) => call(deleteContact, { params: { id } }),
    onSuccess: () => askForContacts(queryClient),
  });
}

/** Optimistic update: the star changes at once in every visible list, and rolls back if the server refuses. */
export function useToggleFavorite() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();

  function showFavorite(id: string, isFavorite: boolean) {
    queryClient.setQueriesData<readonly Contact[]>({ queryKey: topicKey('contacts') }, (contacts) =>
      contacts?.map((contact) => (contact.id === id ? { ...contact, isFavorite } : contact)),
    );
  }

  return useMutation({
    mutationFn: ({ id, isFavorite }: Contact) =>
      call(updateContact, { params: { id }, body: { isFavorite: !isFavorite } }),
    onMutate: async ({ id, isFavorite }) => {
      await queryClient.cancelQueries({ queryKey: topicKey('contacts') });
      showFavorite(id, !isFavorite);
    },
    onError: (error, { id, isFavorite }) => {
      showFavorite(id, isFavorite);
      toast.error(errorMessage(error, t, { fallback: t('contacts.failedToSave') }));
    },
    onSettled: () => askForContacts(queryClient),
  });
}
