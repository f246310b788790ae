import type { Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';

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
