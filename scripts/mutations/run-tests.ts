import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import * as z from 'zod';
import { findBrowser } from '../browser.mjs';

/** The first test file that failed; undefined where all passed. */
export type FailedFile = string | undefined;

/** It said neither that its tests passed nor which failed. */
export class RunBrokenError extends Error {
  override readonly name = 'RunBrokenError';
}

/** Well above what the tests near a file take; a bug that has them wait for ever ends here. */
const runMsMax = 15 * 60_000;

const vitestReport = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** Runs test files until the first test fails. @throws RunBrokenError */
export async function runVitest(folder: string, files: readonly string[]): Promise<FailedFile> {
  return withReport(async (report) => {
    const words = ['run', '--bail=1', '--reporter=json', `--outputFile.json=${report}`, ...files];
    const ending = await run(folder, { tool: 'vitest', words });
    const { success, testResults } = read(report, vitestReport, ending);
    // A file that was cut off by another one's failure is told as failed too: that of a test comes first.
    const failed =
      testResults.find(({ assertionResults }) => assertionResults.some(hasFailedStatus)) ??
      testResults.find(hasFailedStatus);
    if (failed !== undefined) return fromRoot(folder, failed.name);
    if (success) return undefined;
    throw new RunBrokenError(ending);
  });
}

function hasFailedStatus({ status }: { status: string }): boolean {
  return status === 'failed';
}

const playwrightSuite = z.object({ file: z.string(), specs: z.array(z.object({ ok: z.boolean() })) });
interface PlaywrightSuite extends z.infer<typeof playwrightSuite> {
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}
const nestedSuite: z.ZodType<PlaywrightSuite> = playwrightSuite.extend({
  suites: z.lazy(() => z.array(nestedSuite)).optional(),
});
const playwrightReport = z.object({
  suites: z.array(nestedSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
});

/** Likewise in a browser, over the web app as it is built. @throws RunBrokenError */
export async function runPlaywright(folder: string, specs: readonly string[]): Promise<FailedFile> {
  return withReport(async (report) => {
    const executablePath = findBrowser(folder);
    const ending = await run(folder, {
      tool: 'playwright',
      words: ['test', '--config=e2e/playwright.config.ts', '--reporter=json', '--max-failures=1', ...specs],
      env: {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...(executablePath !== undefined && { CHROMIUM_PATH: executablePath }),
      },
    });
    const { suites, stats } = read(report, playwrightReport, ending);
    // Tests that were not run for the failure count as neither.
    if (stats.unexpected > 0) return `e2e/${suites.find(hasFailed)?.file ?? ''}`;
    if (stats.expected > 0) return undefined;
    throw new RunBrokenError(ending);
  });
}

function hasFailed({ specs, suites = [] }: PlaywrightSuite): boolean {
  return specs.some(({ ok }) => !ok) || suites.some(hasFailed);
}

function fromRoot(folder: string, path: string): string {
  return isAbsolute(path) ? relative(folder, path) : path;
}

function read<Report>(path: string, schema: z.ZodType<Report>, ending: string): Report {
  if (!existsSync(path)) throw new RunBrokenError(ending);
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

async function withReport<Result>(work: (report: string) => Promise<Result>): Promise<Result> {
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
