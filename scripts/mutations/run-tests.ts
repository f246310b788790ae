import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../browser.mjs';
import { readPlaywrightReport, readVitestReport, type TestReport } from '../test-report.ts';

/** The first test file that failed; undefined where all passed. */
export type FailedFile = string | undefined;

/** It said neither that its tests passed nor which failed. */
export class RunBrokenError extends Error {
  override readonly name = 'RunBrokenError';
}

/** Well above what the tests near a file take; a bug that has them wait for ever ends here. */
const runMsMax = 15 * 60_000;

/** Runs test files until the first test fails. @throws RunBrokenError */
export async function runVitest(folder: string, files: readonly string[]): Promise<FailedFile> {
  return withReport(async (path) => {
    const words = ['run', '--bail=1', '--reporter=json', `--outputFile.json=${path}`, ...files];
    const ending = await run(folder, { tool: 'vitest', words });
    return failedFileOf(readVitestReport(path, folder), ending);
  });
}

/** Likewise in a browser, over the web app as it is built. @throws RunBrokenError */
export async function runPlaywright(folder: string, specs: readonly string[]): Promise<FailedFile> {
  return withReport(async (path) => {
    const executablePath = findBrowser(folder);
    const ending = await run(folder, {
      tool: 'playwright',
      words: ['test', '--config=e2e/playwright.config.ts', '--reporter=json', '--max-failures=1', ...specs],
      env: {
        PLAYWRIGHT_JSON_OUTPUT_FILE: path,
        ...(executablePath !== undefined && { CHROMIUM_PATH: executablePath }),
      },
    });
    return failedFileOf(readPlaywrightReport(path), ending);
  });
}

function failedFileOf(report: TestReport | undefined, ending: string): FailedFile {
  if (report === undefined) throw new RunBrokenError(ending);
  const [failure] = report.failures;
  if (failure === undefined && report.passed === 0) throw new RunBrokenError(ending);
  return failure?.file;
}

async function withReport<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
  const reportFolder = mkdtempSync(join(tmpdir(), 'mercury-mutation-report-'));
  try {
    return await work(join(reportFolder, 'report.json'));
  } finally {
    rmSync(reportFolder, { recursive: true, force: true });
  }
}

interface ToolRun {
  readonly tool: 'vitest' | 'playwright';
  readonly words: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Answers how it ended, in the last of its words. A failure that is meant is not shown. */
async function run(folder: string, { tool, words, env = {} }: ToolRun): Promise<string> {
  const binaries = join(folder, 'node_modules', '.bin');
  const child = spawn(join(binaries, 'node'), [join(binaries, tool), ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what it has started ends with it.
    detached: true,
    env: { ...process.env, ...env },
  });
  let said = '';
  const listen = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-2000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(stop, runMsMax);
  process.once('exit', stop);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    return `${tool} ended with ${code}: ${said}`;
  } finally {
    clearTimeout(timer);
    process.off('exit', stop);
  }
}
