import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { AppUserTable, Schema } from '../../db/schema.ts';

export type UserRow = Selectable<AppUserTable>;

/** A person by email, without regard to case. */
export function findUserByEmail(kysely: Kysely<Schema>, email: string): Promise<UserRow | undefined> {
  return kysely
    .selectFrom('app_user')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** A person by username, without regard to case. */
export function findUserByUsername(kysely: Kysely<Schema>, username: string): Promise<UserRow | undefined> {
  return kysely
    .selectFrom('app_user')
    .selectAll()
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
}

/** A person who is known to exist, because a session or a row of theirs names them. */
export function getUser(kysely: Kysely<Schema>, userId: string): Promise<UserRow> {
  return kysely.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
}
