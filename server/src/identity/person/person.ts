import type { User } from '@mercury/contract/api/users.ts';
import { sql, type Kysely } from 'kysely';
import type { Row } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';

export type UserRow = Row<'app_user'>;

/** Whose email this is, proved, without regard to case: one person at most. */
export function findVerifiedUserByEmail(kysely: Kysely<Schema>, email: string): Promise<UserRow | undefined> {
  return kysely
    .selectFrom('app_user')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
}

/** Of those who registered with an email and have not proved it, of whom there may be any number, the latest. */
export function findNewestUnverifiedUserByEmail(
  kysely: Kysely<Schema>,
  email: string,
): Promise<UserRow | undefined> {
  return kysely
    .selectFrom('app_user')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A person by username, without regard to case. Any text may be asked for. */
export async function findUserByUsername(
  kysely: Kysely<Schema>,
  username: string,
): Promise<UserRow | undefined> {
  // PostgreSQL takes no NUL in a text, not even in a question.
  if (username.includes('\0')) return undefined;
  return kysely
    .selectFrom('app_user')
    .selectAll()
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function findUserById(kysely: Kysely<Schema>, userId: string): Promise<UserRow | undefined> {
  return kysely.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirst();
}

/** A person who is known to exist, because a session or a row of theirs names them. */
export function getUser(kysely: Kysely<Schema>, userId: string): Promise<UserRow> {
  return kysely.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
}

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
