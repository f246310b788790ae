// `npm run promises` proves every promise that has a suite, `npm run promises -- 14` one of them. Each suite must pass
// on the product as it is, and must fail once its bug is planted: a suite that can't fail proves nothing.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { listPromiseSuites, type PromiseSuite } from './planted-bug.ts';
import { runPlantedBugs } from './run-planted-bugs.ts';
import type { Failure } from './test-report.ts';

/** The numbers of those that fail on the product as it is. */
async function runAsTheyAre(suites: readonly PromiseSuite[]): Promise<Set<string>> {
  const vitest = await startVitest(
    suites.map(({ testPath }) => testPath),
    { watch: false },
  );
  const passed = new Set(
    vitest.state.getTestModules().flatMap((module) => (module.ok() ? module.relativeModuleId : [])),
  );
  await vitest.close();
  return new Set(suites.flatMap(({ number, testPath }) => (passed.has(testPath) ? [] : number)));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Where all tests have just passed, what remains to be shown is that these can fail.
    'planted-only': { type: 'boolean', default: false },
    // Where the counts are written for whoever runs this beside other tests.
    report: { type: 'string' },
  },
});
const numbers = positionals.map((word) => word.padStart(2, '0'));
const suites = listPromiseSuites().filter(({ number }) => numbers.length === 0 || numbers.includes(number));
const broken = values['planted-only'] ? new Set<string>() : await runAsTheyAre(suites);
const failures: Failure[] = [...broken].map((number) => ({
  file: `promise ${number}`,
  test: undefined,
  message: 'broken, as its suite says',
}));
for (const { suite, bug, complaints, seconds } of await runPlantedBugs(suites)) {
  const time = `${seconds.toFixed(1)} s`;
  if (broken.has(suite.number)) {
    console.log(`Promise ${suite.number}: broken, as its suite says`);
  } else if (complaints.length > 0) {
    broken.add(suite.number);
    failures.push({ file: bug.file, test: bug.why, message: complaints.join('\n') });
    console.log(
      `Promise ${suite.number}: the planted bug was not caught (${bug.why}), ${time}\n  ${complaints.join('\n  ')}`,
    );
  } else {
    console.log(`Promise ${suite.number}: holds; the planted bug was caught, ${time}: ${bug.why}`);
  }
}
const report = { passed: suites.length - broken.size, failed: broken.size, failures };
console.log(`\n${report.passed} promises proved, ${report.failed} not`);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(report));
process.exitCode = report.failed === 0 && suites.length > 0 ? 0 : 1;
