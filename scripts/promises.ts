// `npm run promises` proves every promise that has a suite, `npm run promises -- 14` one of them. Each suite must pass
// on the product as it is, and must fail once its bug is planted: a suite that can't fail proves nothing.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { listPromises, type ListedPromise } from './planted-bug.ts';
import { runPlantedBugs } from './run-planted-bugs.ts';
import type { Failure } from './test-report.ts';

/** The numbers of those that fail on the product as it is. */
async function runAsTheyAre(promises: readonly ListedPromise[]): Promise<Set<string>> {
  const suites = new Set(promises.flatMap(({ bugs }) => bugs.map(({ suite }) => suite)));
  const vitest = await startVitest([...suites], { watch: false });
  const passed = new Set(
    vitest.state.getTestModules().flatMap((module) => (module.ok() ? module.relativeModuleId : [])),
  );
  await vitest.close();
  return new Set(
    promises.flatMap(({ number, bugs }) => (bugs.every(({ suite }) => passed.has(suite)) ? [] : number)),
  );
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
const promises = (await listPromises()).filter(
  ({ number }) => numbers.length === 0 || numbers.includes(number),
);
const broken = values['planted-only'] ? new Set<string>() : await runAsTheyAre(promises);
const failures: Failure[] = [...broken].map((number) => {
  console.log(`Promise ${number}: broken, as its suite says`);
  return { file: `promise ${number}`, test: undefined, message: 'broken, as its suite says' };
});
const unbroken = promises.filter(({ number }) => !broken.has(number));
for (const { number, bug, complaints, seconds } of await runPlantedBugs(unbroken)) {
  const time = `${seconds.toFixed(1)} s`;
  if (complaints.length > 0) {
    broken.add(number);
    failures.push({ file: bug.file, test: bug.why, message: complaints.join('\n') });
    console.log(
      `Promise ${number}: the planted bug was not caught (${bug.why}), ${time}\n  ${complaints.join('\n  ')}`,
    );
  } else {
    console.log(`Promise ${number}: holds; the planted bug was caught, ${time}: ${bug.why}`);
  }
}
const report = { passed: promises.length - broken.size, failed: broken.size, failures };
console.log(`\n${report.passed} promises proved, ${report.failed} not`);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(report));
process.exitCode = report.failed === 0 && promises.length > 0 ? 0 : 1;
