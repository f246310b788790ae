import type { User } from '@mercury/contract/api/users.ts';
import type { UserRow } from './person.ts';

/** A person as they see themselves. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    name: row.name,
    emailVerified: row.email_verified_at !== null,
    twoFactorEnabled: row.two_factor_enabled_at !== null,
    walletAddress: row.address,
    locale: row.locale,
    createdAt: row.created_at.toISOString(),
  };
}
