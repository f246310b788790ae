import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, spawnServer } from '../server/src/test/process.ts';

const readyTimeoutMs = 60_000;

interface RunningProduct {
  origin: string;
  stop: () => Promise<void>;
}

/** Starts the product as an operator would, on a data folder of its own, with these settings beside the usual ones. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mercury-e2e-'));
  const port = await findFreePort();
  // By its name: browsers make no passkey for a bare address.
  const origin = `http://localhost:${port}`;
  // Every test comes from one address, which no limit was made for.
  const env = { PUBLIC_URL: origin, RATE_LIMIT_FACTOR: '1000000', ...settings };
  const server = spawnServer({ dataDir, port, env });
  const patience = AbortSignal.timeout(readyTimeoutMs);
  await Promise.race([
    server.untilOutput(' is ready at '),
    new Promise<never>((_, reject) => {
      patience.addEventListener('abort', () => reject(new Error(`not ready in time:\n${server.output()}`)));
    }),
  ]);
  return {
    origin,
    stop: async () => {
      server.kill('SIGTERM');
      const exitCode = await server.exitCode;
      await rm(dataDir, { recursive: true, force: true });
      if (exitCode !== 0) throw new Error(`the product ended with ${exitCode}:\n${server.output()}`);
    },
  };
}
