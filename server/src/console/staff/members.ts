import type pg from 'pg';
import type { Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';

export type StaffRow = Row<'staff_member'>;

/** Holds the row until the commit. Undefined: never was, or was removed. */
export async function lockMember({ client }: Transaction, staffId: string): Promise<StaffRow | undefined> {
  return maybeOne(
    await client.query<StaffRow>(
      'select * from staff_member where id = $1 and removed_at is null for no key update',
      [staffId],
    ),
  );
}

/** By email, in any case. */
export async function findActiveMember(
  connection: Pick<pg.Pool, 'query'>,
  email: string,
): Promise<StaffRow | undefined> {
  return maybeOne(
    await connection.query<StaffRow>(
      'select * from staff_member where lower(email) = lower($1) and removed_at is null',
      [email],
    ),
  );
}

/** Whoever takes an owner away holds the turn, so of two at once the second finds one left. @throws DomainError LastOwner */
export async function requireOtherOwner({ client }: Transaction, staffId: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from staff_member where role = 'owner' and removed_at is null and id <> $1 limit 1`,
    [staffId],
  );
  if (rowCount !== 1) throw new DomainError('LastOwner');
}
