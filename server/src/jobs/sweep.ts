import { reasonOf } from '../errors.ts';
import type { Database } from '../db/database.ts';
import type { ExpiringRows, Feature, SweepServices } from '../feature.ts';

/** Removes expired rows. One failure does not stop the rest; the job fails at the end, so that the queue retries. */
export async function sweep(features: readonly Feature[], services: SweepServices): Promise<void> {
  const failures: unknown[] = [];
  for (const { name, expiring = [], sweep: sweepRest } of features) {
    const steps = [
      ...expiring.map((rows) => () => removeExpired(services.db, rows)),
      () => sweepRest?.(services),
    ];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        const reason = reasonOf(error);
        services.log.error({ feature: name, reason }, 'the sweep failed');
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be swept');
}

/** Table, column and condition come from feature.ts files, never from a caller. */
async function removeExpired(
  { pool }: Database,
  { table, since, keptFor: { days = 0, hours = 0 } = {}, where = 'true' }: ExpiringRows,
): Promise<void> {
  await pool.query(
    `delete from ${table} where ${where} and ${since} < now() - make_interval(days => $1, hours => $2)`,
    [days, hours],
  );
}
