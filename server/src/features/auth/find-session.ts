import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../http/caller.ts';
import { hashToken } from './secrets.ts';
import { idleMinutesOf } from './session-lifetime.ts';

interface SessionRow {
  id: string;
  user_id: string;
  is_email_verified: boolean;
  is_remembered: boolean;
  is_proved: boolean;
  needs_refresh: boolean;
}

// Every signed-in call asks this, so the statement is prepared once a connection and answered by two unique indexes.
// A session's idle end never lies beyond its absolute one, as a CHECK sees to, so that asking for the first is enough.
const findStatement = {
  name: 'find-session',
  text: `
    select
      session.id, session.user_id, session.is_remembered,
      app_user.email_verified_at is not null as is_email_verified,
      coalesce(session.proved_at > now() - make_interval(secs => $2), false) as is_proved,
      session.last_used_at < now() - interval '1 minute' as needs_refresh
    from session
    join app_user on app_user.id = session.user_id
    where session.token_hash = $1 and session.idle_expires_at > now()
      and app_user.deleted_at is null and (app_user.frozen_at is null or app_user.unfreezes_at <= now())`,
};

/** The live session of a token; undefined where there never was one, or it ended, idled out or grew too old. */
export async function findSession(db: Database, token: string): Promise<Session | undefined> {
  const { rows } = await db.pool.query<SessionRow>({
    ...findStatement,
    values: [hashToken(token), limits.proofLifetimeMs / 1000],
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  if (row.needs_refresh) await refresh(db, row);
  return {
    id: row.id,
    userId: row.user_id,
    isEmailVerified: row.is_email_verified,
    isProved: row.is_proved,
  };
}

/** Written at most once a minute, or every read would cost a write. Of calls that arrive together one writes. */
async function refresh(db: Database, row: SessionRow): Promise<void> {
  await db.pool.query(
    `update session
     set last_used_at = now(),
         idle_expires_at = least(now() + make_interval(mins => $2), absolute_expires_at)
     where id = $1 and last_used_at < now() - interval '1 minute'`,
    [row.id, idleMinutesOf(row.is_remembered)],
  );
}
