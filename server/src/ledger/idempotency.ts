import type { Database } from '../db/database.ts';

/** Forgets keys that are older; what they did stays, but a repeat would then be done anew. */
export async function forgetIdempotencyKeys(db: Database, keptMs: number): Promise<void> {
  await db.pool.query('delete from idempotency where created_at < now() - make_interval(secs => $1)', [
    keptMs / 1000,
  ]);
}
