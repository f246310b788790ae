import type { Recipient } from '@mercury/contract/api/wallets.ts';
import { readRecipient, type RecipientName } from '@mercury/contract/money/address.ts';
import type { Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findAddressOf, findRecipientRow } from './queries.ts';

/** @throws DomainError InvalidAddress for a text that is neither a complete address nor an @ with a username */
export function requireRecipientName(text: string): RecipientName {
  const name = readRecipient(text);
  if (name === undefined) throw new DomainError('InvalidAddress');
  return name;
}

/** The address that a transfer goes to; undefined for a username that nobody has. An address costs no lookup. */
export async function addressOf({ pool }: Database, name: RecipientName): Promise<string | undefined> {
  return name.kind === 'address' ? name.address : findAddressOf(pool, name.username);
}

/**
 * Whom a transfer would reach, before it is made. Accounts are found as a transfer finds them: also frozen ones, and ones whose
 * email nobody has proved.
 * @throws DomainError InvalidAddress, RecipientNotFound, RecipientIsSelf
 */
export async function findRecipient(
  { db }: Pick<Services, 'db'>,
  { userId, to }: { userId: string; to: string },
): Promise<Recipient> {
  const address = await addressOf(db, requireRecipientName(to));
  const row = address === undefined ? undefined : await findRecipientRow(db.pool, { userId, address });
  if (row === undefined) throw new DomainError('RecipientNotFound');
  if (row.id === userId) throw new DomainError('RecipientIsSelf');
  return {
    username: row.username,
    walletAddress: row.address,
    contactName: row.contact_name,
    isPaidBefore: row.is_paid_before,
  };
}
