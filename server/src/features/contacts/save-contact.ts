import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { ContactRow } from './queries.ts';

export interface NewContact {
  readonly userId: string;
  readonly walletAddress: string;
  readonly name: string;
  readonly isFavorite?: boolean;
}

/** @throws DomainError InvalidAddress, ContactExists, TooManyContacts. */
export async function addContact(services: Services, contact: NewContact): Promise<ContactRow> {
  if (!isWalletAddress(contact.walletAddress)) throw new DomainError('InvalidAddress');
  const row = await inTransaction(services.db, (trx) => insertContact(trx, contact));
  if (row === undefined) throw new DomainError('ContactExists');
  services.events.publish([{ userId: contact.userId, topics: ['contacts'] }]);
  return row;
}

/**
 * Keeps whom money has just gone to. The transfer is done whatever becomes of this, so nothing here may make it look
 * otherwise: an address that is a contact already stays as it is named, a full list takes no more, and any other
 * failure is for the log.
 */
export async function saveContact(
  services: Services,
  contact: { userId: string; walletAddress: string; name: string | undefined },
): Promise<void> {
  // Without a name the address stands for itself, short enough to be read.
  const name = contact.name ?? `${contact.walletAddress.slice(0, 10)}…${contact.walletAddress.slice(-4)}`;
  try {
    await addContact(services, { ...contact, name });
  } catch (error) {
    if (!(error instanceof DomainError))
      services.log.error({ err: error }, 'a contact was not kept after a transfer');
  }
}

async function insertContact(trx: Transaction, contact: NewContact): Promise<ContactRow | undefined> {
  // The person's row is the lock under which their contacts are counted.
  const { rowCount } = await trx.client.query(
    'select from app_user where id = $1 and deleted_at is null for no key update',
    [contact.userId],
  );
  if (rowCount !== 1) throw new DomainError('Unauthenticated');
  const { rows: counted } = await trx.client.query<{ count: number }>(
    'select count(*)::integer as count from contact where user_id = $1',
    [contact.userId],
  );
  if ((counted[0]?.count ?? 0) >= limits.contactsMax) throw new DomainError('TooManyContacts');
  return trx.kysely
    .insertInto('contact')
    .values({
      id: uuidv7(),
      user_id: contact.userId,
      name: contact.name,
      wallet_address: normalizeAddress(contact.walletAddress),
      is_favorite: contact.isFavorite ?? false,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'wallet_address']).doNothing())
    .returning(['id', 'name', 'wallet_address', 'is_favorite'])
    .executeTakeFirst();
}
