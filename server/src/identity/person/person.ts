import type { User } from '@mercury/contract/api/users.ts';
import { sql, type Kysely } from 'kysely';
import type { Row } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';

export type UserRow = Row<'app_user'>;

/** The one person who has proved this email. Ignores case. */
export function findVerifiedUserByEmail(kysely: Kysely<Schema>, email: string): Promise<UserRow | undefined> {
  return kysely
    .selectFrom('app_user')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
}

/** Any number of people may have registered with an email and not proved it. Returns the newest. */
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

/** Ignores case. Accepts any text. */
export async function findUserByUsername(
  kysely: Kysely<Schema>,
  username: string,
): Promise<UserRow | undefined> {
  // PostgreSQL takes no NUL in a text, not even in a query.
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

/** The person must exist: a session or a row of theirs names them. */
export function getUser(kysely: Kysely<Schema>, userId: string): Promise<UserRow> {
  return kysely.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
}

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
