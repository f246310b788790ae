import type { Contact } from '@mercury/contract/api/contacts.ts';
import { readRecipient } from '@mercury/contract/money/address.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { readContactEmail } from '../../domain/contact-email.ts';
import { recipientQuery } from '../../domain/use-recipient.ts';
import { contactNameOf } from './queries.ts';

type ContactProblem =
  | { kind: 'required' | 'invalid' | 'emailOfNobody' | 'contactsUnknown' }
  | { kind: 'saved'; name: string };

/**
 * Why a typed text can't become a contact. An email names a saved contact only, as in a transfer: no account is looked for by it.
 */
export function contactProblem(
  text: string,
  contacts: readonly Contact[] | undefined,
): ContactProblem | undefined {
  if (text.trim() === '') return { kind: 'required' };
  const email = readContactEmail(text, contacts);
  if (email?.kind === 'nobody') return { kind: 'emailOfNobody' };
  if (email?.kind === 'unknown') return { kind: 'contactsUnknown' };
  const named = readRecipient(text);
  const saved =
    contacts?.find((contact) => contact.email?.toLowerCase() === text.trim().toLowerCase())?.name ??
    (named?.kind === 'address' ? contactNameOf(contacts ?? [], named.address) : undefined);
  if (saved !== undefined) return { kind: 'saved', name: saved };
  return named === undefined ? { kind: 'invalid' } : undefined;
}

export function contactProblemText(problem: ContactProblem, t: TFunction): string {
  switch (problem.kind) {
    case 'required':
      return t('contacts.addressRequired');
    case 'invalid':
      return t('contacts.addressInvalid', { coin: coinCode });
    case 'emailOfNobody':
      return t('transfer.emailOfNobody');
    case 'contactsUnknown':
      return t('transfer.recipientUnknown');
    case 'saved':
      return t('contacts.alreadySaved', { name: `\u2068${problem.name}\u2069` });
    default:
      return problem satisfies never;
  }
}

/**
 * The address of the account that the text names. A contact holds this address: it stays right when the username is given up and
 * somebody else takes it. A whole address needs no answer; it is refused only if the server says that nobody has it.
 * @throws ApiError for whom nothing can be saved
 */
async function findAddress(queryClient: QueryClient, text: string): Promise<string> {
  try {
    return (await queryClient.fetchQuery(recipientQuery(text))).walletAddress;
  } catch (error) {
    const named = readRecipient(text);
    if (named?.kind === 'address' && !isAboutRecipient(error)) return named.address;
    throw error;
  }
}

function isAboutRecipient(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'RecipientNotFound' || error.code === 'RecipientIsSelf')
  );
}

/** The address, or the text of why there is none. */
export function useReach() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return async (text: string): Promise<{ address: string } | { refusal: string }> => {
    try {
      return { address: await findAddress(queryClient, text) };
    } catch (error) {
      return { refusal: joinedErrorMessage(error, t, { fallback: t('transfer.recipientUnknown') }) };
    }
  };
}
