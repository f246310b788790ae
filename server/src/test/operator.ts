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

export function operateOn(
  testApp: TestApp,
  words: readonly string[],
  settings: Settings = {},
): Promise<Ended> {
  return operate(words, { ...settingsOf(testApp), ...settings });
}

type EndedProcess = Omit<Ended, 'exitCode'> & { exitCode: number | null };

/** The real command in a process of its own. It takes a second to start. */
export function operateInProcess(
  testApp: TestApp,
  words: readonly string[],
  settings: Settings = {},
): Promise<EndedProcess> {
  return runProgram(testApp, ['operator-cli.ts', ...words], settings);
}

/** A program of `server/src`, on the app's database. */
export async function runProgram(
  testApp: TestApp,
  [name = '', ...words]: readonly string[],
  settings: Settings = {},
): Promise<EndedProcess> {
  const program = fileURLToPath(new URL(`../${name}`, import.meta.url));
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
