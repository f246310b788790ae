import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/database.ts';

/** The product as it is, on a port that the system chooses. Limits are wide, and counted all the same. */
process.once('message', (order) => {
  // What http.ts sends is this.
  void serve(order as { connectionString: string });
});

async function serve({ connectionString }: { connectionString: string }): Promise<void> {
  const config = readConfig({
    DATA_DIR: await mkdtemp(join(tmpdir(), 'mercury-bench-')),
    DATABASE_URL: connectionString,
    RATE_LIMIT_FACTOR: '100000',
    MARKET_DATA_URL: 'none',
    HOUSE_QUOTES: 'off',
    LOG_LEVEL: 'silent',
  });
  const app = await buildApp({
    config,
    db: openDatabase({ connectionString }),
    connectionString,
    log: pino({ level: 'silent' }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  process.once('exit', () => rmSync(config.dataDir, { recursive: true, force: true }));
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
  process.send?.(Number(new URL(url).port));
}
