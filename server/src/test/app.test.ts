import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestApp } from './app.ts';
import { findFreePort, spawnServer } from './process.ts';

it('a test app asks no market-data service outside', async () => {
  const testApp = await createTestApp();
  expect(testApp.config.marketData).toBeUndefined();
  await testApp.close();
});

it('nor does a server of its own process, as browsers, promises and photographs use it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mercury-process-'));
  const server = spawnServer({ dataDir, port: await findFreePort() });
  await server.untilOutput('Mercury is ready at ');
  server.kill('SIGTERM');
  await server.exitCode;
  await rm(dataDir, { recursive: true, force: true });
  expect(server.output()).toContain('Market prices are pretended: MARKET_DATA_URL is none\n');
});
