import { limits } from '@mercury/contract/limits.ts';
import { forgetIdempotencyKeys } from '../ledger/ledger.ts';
import type { Services } from '../services.ts';

// A mail's row says that it was sent, and to whom; what it said was forgotten then.
const sentMailKeptDays = 30;

/** Removes what is kept for a time only, and would otherwise grow for ever. */
export async function sweep({ db }: Services): Promise<void> {
  await forgetIdempotencyKeys(db, limits.idempotencyKeptMs);
  await db.pool.query('delete from session where idle_expires_at < now() or absolute_expires_at < now()');
  await db.pool.query('delete from event_ticket where expires_at < now()');
  await db.pool.query('delete from outgoing_mail where sent_at < now() - make_interval(days => $1)', [
    sentMailKeptDays,
  ]);
  await db.pool.query('delete from rate_limit where expire < extract(epoch from now()) * 1000');
}
