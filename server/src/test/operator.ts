import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { operate, type Ended } from '../operator/operate.ts';
import type { TestApp } from './app.ts';
import { asOwner } from './test-postgres.ts';

type Settings = Readonly<Record<string, string>>;

function settingsOf({ connectionString, config }: TestApp): Settings {
  return {
    DATABASE_URL: connectionString,
    DATABASE_OWNER_URL: asOwner(connectionString),
    DATA_DIR: config.dataDir,
    OPERATOR_NAME: 'Grace',
    MARKET_DATA_URL: 'none',
  };
}

export function operateOn(testApp: TestApp, words: readonly string[]): Promise<Ended> {
  return operate(words, settingsOf(testApp));
}

/** The real command in a process of its own. It takes a second to start. */
export async function operateInProcess(
  testApp: TestApp,
  words: readonly string[],
  settings: Settings = {},
): Promise<Omit<Ended, 'exitCode'> & { exitCode: number | null }> {
  const program = fileURLToPath(new URL('../operator-cli.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...settingsOf(testApp), ...settings },
  });
  let [output, complaint] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  await once(child, 'close');
  return { exitCode: child.exitCode, output, complaint };
}
