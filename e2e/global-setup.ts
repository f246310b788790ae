import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, spawnServer } from '../server/src/test/process.ts';
import { originVariable } from './origin.ts';

const root = join(import.meta.dirname, '..');
const readyTimeoutMs = 60_000;

function buildWebApp(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build-web.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the web app could not be built');
}

/** Starts the product as an operator would, on a data folder of its own; what it answers ends it again. */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (!existsSync(join(root, 'web', 'dist', 'index.html'))) buildWebApp();
  const dataDir = await mkdtemp(join(tmpdir(), 'mercury-e2e-'));
  const port = await findFreePort();
  // By its name: browsers make no passkey for a bare address.
  const origin = `http://localhost:${port}`;
  // Every test comes from one address, which no limit was made for.
  const server = spawnServer({ dataDir, port, env: { PUBLIC_URL: origin, RATE_LIMIT_FACTOR: '1000000' } });
  const patience = AbortSignal.timeout(readyTimeoutMs);
  await Promise.race([
    server.untilOutput(' is ready at '),
    new Promise<never>((_, reject) => {
      patience.addEventListener('abort', () => reject(new Error(`not ready in time:\n${server.output()}`)));
    }),
  ]);
  process.env[originVariable] = origin;
  return async () => {
    server.kill('SIGTERM');
    const exitCode = await server.exitCode;
    await rm(dataDir, { recursive: true, force: true });
    if (exitCode !== 0) throw new Error(`the product ended with ${exitCode}:\n${server.output()}`);
  };
}
