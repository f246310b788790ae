import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { tellPerson } from '../../identity/events/tell-person.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';
import { isAllowListOn } from '../withdrawals/permit.ts';
import type { ContactRow } from './queries.ts';

export interface NewContact {
  readonly session: Session;
  readonly origin: Origin;
  readonly walletAddress: string;
  readonly name: string;
  readonly isFavorite?: boolean;
  /** Empty is none. */
  readonly email?: string | undefined;
}

/**
 * While the allow-list is on, money may go to saved contacts. So saving needs a fresh proof and is told by mail.
 * @throws DomainError InvalidAddress, ProofRequired, ContactExists, TooManyContacts
 */
export async function addContact(services: Services, contact: NewContact): Promise<ContactRow> {
  if (!isWalletAddress(contact.walletAddress)) throw new DomainError('InvalidAddress');
  const row = await inTransaction(services.db, (trx) => insertContact(trx, contact));
  if (row === undefined) throw new DomainError('ContactExists');
  // Messages of strangers are folded; those of contacts are not.
  services.events.publish([{ userId: contact.session.userId, topics: ['contacts', 'transactions'] }]);
  return row;
}

/**
 * Saves the recipient of a finished transfer. A failure here must never make the transfer look failed: an existing contact keeps
 * its name, a full list takes no more, and any other failure is only logged.
 */
export async function saveContact(
  services: Services,
  contact: Omit<NewContact, 'name' | 'isFavorite'> & { readonly name: string | undefined },
): Promise<void> {
  // Without a name, show the address in short.
  const name = contact.name ?? `${contact.walletAddress.slice(0, 10)}…${contact.walletAddress.slice(-4)}`;
  try {
    await addContact(services, { ...contact, name });
  } catch (error) {
    if (!(error instanceof DomainError))
      services.log.error({ err: error }, 'a contact was not kept after a transfer');
  }
}

async function insertContact(trx: Transaction, contact: NewContact): Promise<ContactRow | undefined> {
  const { session, origin } = contact;
  // The person's row is the lock for counting their contacts.
  const user = await lockCaller(trx, session);
  const isLetThere = isAllowListOn(user, new Date());
  if (isLetThere && !session.isProved) throw new DomainError('ProofRequired');
  const { count } = one(
    await trx.client.query<{ count: number }>(
      'select count(*)::integer as count from contact where user_id = $1',
      [user.id],
    ),
  );
  if (count >= limits.contactsMax) throw new DomainError('TooManyContacts');
  const added = await trx.kysely
    .insertInto('contact')
    .values({
      id: uuidv7(),
      user_id: user.id,
      name: contact.name,
      wallet_address: normalizeAddress(contact.walletAddress),
      is_favorite: contact.isFavorite ?? false,
      email: contact.email || null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'wallet_address']).doNothing())
    .returning(['id', 'name', 'wallet_address', 'is_favorite', 'email'])
    .executeTakeFirst();
  if (added !== undefined && isLetThere)
    await tellPerson(trx, user, { kind: 'recipient_saved', actor: 'person', origin });
  return added;
}
