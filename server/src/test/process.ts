import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { plantedBugVariable } from '../../../scripts/planted-bug-plugin.ts';
import type { BundledServer } from './bundled-server.ts';

export interface ServerProcess {
  pid: number;
  origin: string;
  output(): string;
  /** Resolves when a line contains `text`; rejects with the output if the process ends first. */
  untilOutput(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly exitCode: Promise<number | null>;
}

export interface ServerProcessOptions {
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** By default the program is started as an operator starts it. */
  bundled?: BundledServer | undefined;
  /** Starts it as npm does: `pid` is then a parent that only waits. */
  isBehindNpm?: boolean;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const PLANT = fileURLToPath(new URL('./planted-bug-in-process.ts', import.meta.url));
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/server-process', import.meta.url));
const PARENT = `
  require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: 'inherit' });
  setInterval(() => undefined, 60_000);
`;

export function spawnServer({
  dataDir,
  port,
  env = {},
  bundled,
  isBehindNpm = false,
}: ServerProcessOptions): ServerProcess {
  const plantedBug = process.env[plantedBugVariable];
  const main = bundled?.main ?? MAIN;
  const words = plantedBug === undefined ? [main] : ['--import', PLANT, MAIN];
  const child = spawn(process.execPath, isBehindNpm ? ['-e', PARENT, MAIN] : words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // From the test run's environment, keep only what finds programs.
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      // No test talks to a service outside.
      MARKET_DATA_URL: 'none',
      // Tests of order books bring both sides themselves.
      HOUSE_QUOTES: 'off',
      // A library's deprecation warning is not the product's output.
      NODE_NO_WARNINGS: '1',
      // Most of a start is compilation; the cache of an earlier process saves it.
      NODE_COMPILE_CACHE: bundled?.compileCache ?? COMPILE_CACHE,
      ...(plantedBug !== undefined && { [plantedBugVariable]: plantedBug }),
      ...(isBehindNpm && { npm_lifecycle_event: 'start' }),
      ...env,
    },
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  // 'close' comes when no process can write any more, including the parent's child; 'exit' may come earlier.
  const exitCode = once(child, 'close').then(() => child.exitCode);
  return {
    pid: child.pid ?? -1,
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    untilOutput: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!output.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void exitCode.then((code) => reject(new Error(`ended with ${code} before "${text}":\n${output}`)));
      }),
    kill: (signal) => void child.kill(signal),
    exitCode,
  };
}

/** A port without a listener at this moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}
