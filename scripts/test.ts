// Everything that must hold before a change is merged, each step with its own output. The last line counts: a test
// is one, and so is each check.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findBrowser } from './browser.mjs';

interface Count {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');
const reportFolder = mkdtempSync(join(tmpdir(), 'mercury-report-'));

function tool(name: string, words: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return script(join('node_modules', '.bin', name), words, env);
}

function script(path: string, words: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  console.log(`\n> ${basename(path)} ${words.join(' ')}`);
  const child = spawn(process.execPath, [join(root, path), ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function check(name: string, words: string[]): Promise<Count> {
  return (await tool(name, words)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Their suites have just passed among the tests; this shows that each of them can fail. */
async function plantedBugs(): Promise<Count> {
  const isGreen = await script(join('scripts', 'promises.ts'), ['--planted-only']);
  return isGreen ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function unitTests(): Promise<Count> {
  const report = join(reportFolder, 'vitest.json');
  const isGreen = await tool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return judge(isGreen, readReport(report), (read) => ({
    passed: numberAt(read, 'numPassedTests'),
    failed: numberAt(read, 'numFailedTests'),
  }));
}

async function browserTests(): Promise<Count> {
  const report = join(reportFolder, 'playwright.json');
  const browser = findBrowser(root);
  const isGreen = await tool(
    'playwright',
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(browser !== undefined && { CHROMIUM_PATH: browser }),
    },
  );
  return judge(isGreen, readReport(report), (read) => {
    const stats = isRecord(read['stats']) ? read['stats'] : {};
    // A test that passes only the second time has failed: something in it is left to chance.
    return {
      passed: numberAt(stats, 'expected'),
      failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky'),
    };
  });
}

/** A run that ended badly without a failed test (a file that can't be loaded), or that tested nothing, counts as one. */
function judge(
  isGreen: boolean,
  report: Record<string, unknown> | undefined,
  countOf: (report: Record<string, unknown>) => Count,
): Count {
  const count = report === undefined ? { passed: 0, failed: 0 } : countOf(report);
  const hasSilentFailure = count.failed === 0 && (!isGreen || count.passed === 0);
  return hasSilentFailure ? { ...count, failed: 1 } : count;
}

function readReport(path: string): Record<string, unknown> | undefined {
  if (!existsSync(path)) return undefined;
  const report: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return isRecord(report) ? report : undefined;
}

function numberAt(record: Record<string, unknown>, key: string): number {
  const value = record[key];
  return typeof value === 'number' ? value : 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const steps = [
  () => check('oxfmt', ['--check']),
  () => check('oxlint', ['--type-aware']),
  () => check('knip', []),
  ...['contract', 'server', 'web', '.'].map((room) => () => check('tsc', ['-p', room])),
  unitTests,
  plantedBugs,
  browserTests,
];

const total: Count = { passed: 0, failed: 0 };
for (const step of steps) {
  const count = await step();
  total.passed += count.passed;
  total.failed += count.failed;
}
rmSync(reportFolder, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
