// Everything that must hold before a merge. The table says where the time went; the last line counts tests, checks and planted
// bugs.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import {
  type Count,
  type Failure,
  type FailureReport,
  type PartTime,
  printFailures,
  printTimes,
  readPlaywrightReport,
  readPromiseReport,
  readVitestReport,
  type TestReport,
} from './test-report.ts';

const root = join(import.meta.dirname, '..');
// Each test file of the promises and each planted bug has a process of its own, which loads a thousand modules.
const compileCache = join(root, 'node_modules/.cache/tests');
const reportFolder = mkdtempSync(join(tmpdir(), 'mercury-report-'));
const parts: PartTime[] = [];
const reports: TestReport[] = [];
const failures: Failure[] = [];

interface Run {
  readonly words: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Shown at the end. It runs beside something else, and takes only what of the processor that leaves. */
  readonly isAside?: boolean;
}

async function run(path: string, { words, env = {}, isAside = false }: Run): Promise<boolean> {
  const command = `${path.split('/').at(-1)} ${words.join(' ')}`;
  if (!isAside) console.log(`\n> ${command}`);
  const child = spawn(process.execPath, [join(root, path), ...words], {
    cwd: root,
    stdio: ['ignore', isAside ? 'pipe' : 'inherit', isAside ? 'pipe' : 'inherit'],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
  });
  if (isAside && child.pid !== undefined) setPriority(child.pid, 19);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (isAside) console.log(`\n> ${command}\n${output}`);
      resolve(code === 0);
    });
  });
}

function tool(name: string, options: Run): Promise<boolean> {
  return run(`node_modules/.bin/${name}`, options);
}

/** Measures a part from its beginning to its end. */
async function part(name: string, work: () => Promise<Count>): Promise<Count> {
  const startedAt = performance.now();
  const count = await work();
  parts.push({ part: name, seconds: (performance.now() - startedAt) / 1000 });
  return count;
}

/** One after another, so that they take one core at most. More checkers of one program would compute shared types anew. */
async function staticChecks(): Promise<Count> {
  const checks: readonly (readonly [string, readonly string[]])[] = [
    ['oxfmt', ['--check']],
    ['oxlint', ['--type-aware']],
    ['knip', []],
    ['knip', ['--production']],
    ...['contract', 'server', 'web', '.'].map((room) => ['tsc', ['-p', room, '--checkers', '1']] as const),
  ];
  const count = { passed: 0, failed: 0 };
  for (const [name, words] of checks) {
    if (await tool(name, { words, isAside: true })) {
      count.passed += 1;
    } else {
      count.failed += 1;
      failures.push({ file: [name, ...words].join(' '), message: 'said what is wrong above' });
    }
  }
  return count;
}

/** The suites of the promises have passed; this shows that each can fail. */
async function plantedBugs(): Promise<Count> {
  const path = join(reportFolder, 'promises.json');
  const isGreen = await run('scripts/promises.ts', { words: ['--planted-only', `--report=${path}`] });
  return judge('planted bugs', isGreen, readPromiseReport(path));
}

async function vitest(name: string, projects: readonly string[]): Promise<Count> {
  const path = join(reportFolder, `${name}.json`);
  const words = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`];
  const isGreen = await tool('vitest', { words: [...words, ...projects.map((each) => `--project=${each}`)] });
  return judge(name, isGreen, keep(readVitestReport(path, root)));
}

async function browserTests(): Promise<Count> {
  const path = join(reportFolder, 'playwright.json');
  const browser = findBrowser(root);
  const isGreen = await tool('playwright', {
    words: ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: path,
      ...(browser !== undefined && { CHROMIUM_PATH: browser }),
    },
  });
  return judge('browser', isGreen, keep(readPlaywrightReport(path)));
}

/** Keeps what the files took for the table. */
function keep(report: TestReport | undefined): TestReport | undefined {
  if (report !== undefined) reports.push(report);
  return report;
}

/** A run that ended badly without a failed test, or that tested nothing, counts as one. */
function judge(name: string, isGreen: boolean, report: FailureReport | undefined): Count {
  failures.push(...(report?.failures ?? []));
  const { passed, failed } = report ?? { passed: 0, failed: 0 };
  if (failed > 0 || (isGreen && passed > 0)) return { passed, failed };
  failures.push({ file: name, message: passed > 0 ? 'ended badly without a failed test' : 'ran no test' });
  return { passed, failed: 1 };
}

/** What fills both cores comes one after the other; the components leave room beside them. */
async function tests(): Promise<Count[]> {
  const server = await part('units, server, promises', () =>
    vitest('server', ['contract', 'web', 'server', 'alone', 'timed']),
  );
  const [components, others] = await Promise.all([
    part('components', () => vitest('components', ['components'])),
    plantedBugsAndBrowser(),
  ]);
  return [server, components, ...others];
}

async function plantedBugsAndBrowser(): Promise<Count[]> {
  return [await part('planted bugs', plantedBugs), await part('browser', browserTests)];
}

const counts = (await Promise.all([part('static checks', staticChecks), tests()])).flat();
rmSync(reportFolder, { recursive: true, force: true });
printTimes(
  parts,
  reports.flatMap(({ files }) => files),
);
printFailures(failures);
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
