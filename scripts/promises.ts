// `npm run promises` proves every promise that has a suite, `npm run promises -- 14` one of them. Each suite must pass
// on the product as it is, and must fail once its bug is planted: a suite that can't fail proves nothing.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { listPromiseSuites, readPlantedBug, type PromiseSuite } from './planted-bug.ts';
import { plantedBugVariable } from './planted-bug-plugin.ts';

const root = join(import.meta.dirname, '..');
const reportFolder = mkdtempSync(join(tmpdir(), 'mercury-promises-'));
const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

interface Outcome {
  readonly passedCount: number;
  readonly failedCount: number;
}

/** Its own output is shown where it is expected to pass; a failure that is meant would only frighten. */
async function runSuite(suite: PromiseSuite, bugPath?: string): Promise<Outcome> {
  const report = join(reportFolder, `${suite.number}-${bugPath === undefined ? 'as-it-is' : 'planted'}.json`);
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules', '.bin', 'vitest'),
      'run',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(bugPath === undefined ? ['--reporter=default'] : []),
      suite.testPath,
    ],
    {
      cwd: root,
      stdio: ['ignore', bugPath === undefined ? 'inherit' : 'ignore', 'inherit'],
      env: { ...process.env, ...(bugPath !== undefined && { [plantedBugVariable]: bugPath }) },
    },
  );
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const { numPassedTests, numFailedTests } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  return { passedCount: numPassedTests, failedCount: numFailedTests };
}

async function isProved(suite: PromiseSuite, isPlantedOnly: boolean): Promise<boolean> {
  const bug = await readPlantedBug(suite.bugPath);
  if (!isPlantedOnly) {
    const asItIs = await runSuite(suite);
    if (asItIs.failedCount > 0 || asItIs.passedCount === 0) {
      console.log(`Promise ${suite.number}: broken (${asItIs.failedCount} tests failed)`);
      return false;
    }
  }
  const planted = await runSuite(suite, suite.bugPath);
  if (planted.failedCount === 0) {
    console.log(`Promise ${suite.number}: its suite did not notice the planted bug (${bug.why})`);
    return false;
  }
  console.log(
    `Promise ${suite.number}: holds; ${planted.failedCount} tests caught the planted bug: ${bug.why}`,
  );
  return true;
}

const words = process.argv.slice(2);
// Where all tests have just passed, what remains to be shown is that these can fail.
const isPlantedOnly = words.includes('--planted-only');
const numbers = words.filter((word) => word !== '--planted-only').map((word) => word.padStart(2, '0'));
const suites = listPromiseSuites().filter(({ number }) => numbers.length === 0 || numbers.includes(number));
const broken: string[] = [];
for (const suite of suites) {
  if (!(await isProved(suite, isPlantedOnly))) broken.push(suite.number);
}
rmSync(reportFolder, { recursive: true, force: true });
console.log(`\n${suites.length - broken.length} promises proved, ${broken.length} not`);
process.exitCode = broken.length === 0 && suites.length > 0 ? 0 : 1;
