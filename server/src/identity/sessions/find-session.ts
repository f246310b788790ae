import { limits } from '@mercury/contract/limits.ts';
import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { createLoader } from '../../db/data-loader.ts';
import type { FindSession, Session } from '../../http/caller.ts';
import { hashToken } from '../secrets/tokens.ts';
import { idleMinutesOf } from './start-session.ts';

interface SessionRow {
  position: number;
  id: string;
  user_id: string;
  is_email_verified: boolean;
  is_remembered: boolean;
  is_proved: boolean;
  needs_refresh: boolean;
}

// Every signed-in call runs this, so each connection prepares the statement once, and two unique indexes answer it.
// A CHECK keeps a session's idle end within its absolute end, so the idle end alone is enough.
const findStatement = {
  name: 'find-session',
  text: `
    select
      asked.position::integer, session.id, session.user_id, session.is_remembered,
      app_user.email_verified_at is not null as is_email_verified,
      coalesce(session.proved_at > now() - make_interval(secs => $2), false) as is_proved,
      session.last_used_at < now() - interval '1 minute' as needs_refresh
    from unnest($1::bytea[]) with ordinality as asked (token_hash, position)
    -- OFFSET 0 keeps it a lookup for each.
    cross join lateral (select * from session where session.token_hash = asked.token_hash offset 0) session
    cross join lateral (select * from app_user where app_user.id = session.user_id offset 0) app_user
    where session.idle_expires_at > now()
      and app_user.deleted_at is null and not is_frozen(app_user.frozen_at, app_user.unfreezes_at)`,
};

/** Undefined if the session never existed, has ended, idled out or grew too old. */
export async function findSession(db: Database, token: string): Promise<Session | undefined> {
  const [row] = await findRows(db, [hashToken(token)]);
  return useSession(db, row);
}

/** The same for many callers at once: a DataLoader that batches concurrent lookups into one query. */
export function createSessionFinder(db: Database): FindSession {
  // Keyed by hash, because a loader names its keys in errors.
  const loadRow = createLoader((hashes: readonly Buffer[]) => findRows(db, hashes));
  return async (token) => useSession(db, await loadRow(hashToken(token)));
}

async function findRows(db: Database, hashes: readonly Buffer[]): Promise<(SessionRow | undefined)[]> {
  const { rows } = await db.pool.query<SessionRow>({
    ...findStatement,
    values: [hashes, limits.proofLifetimeMs / 1000],
  });
  const found = new Map(rows.map((row) => [row.position, row]));
  return hashes.map((_hash, index) => found.get(index + 1));
}

async function useSession(db: Database, row: SessionRow | undefined): Promise<Session | undefined> {
  if (row === undefined) return undefined;
  if (row.needs_refresh) await refresh(db, row).catch(unlessDiskIsFull);
  return {
    id: row.id,
    userId: row.user_id,
    isEmailVerified: row.is_email_verified,
    isProved: row.is_proved,
  };
}

/** A full disk can't record the session's use, but must not fail a call that only reads. */
function unlessDiskIsFull(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code === '53100')) throw error;
}

/** Writes at most once a minute, or every read would cost a write. Only one of several concurrent calls writes. */
async function refresh(db: Database, row: SessionRow): Promise<void> {
  await db.pool.query(
    `update session
     set last_used_at = now(),
         idle_expires_at = least(now() + make_interval(mins => $2), absolute_expires_at)
     where id = $1 and last_used_at < now() - interval '1 minute'`,
    [row.id, idleMinutesOf(row.is_remembered)],
  );
}
