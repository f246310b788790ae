// What a run of all tests took, read from the reports of Vitest and Playwright.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

export interface Count {
  passed: number;
  failed: number;
}

export interface Failure {
  readonly file: string;
  /** The name of the test, with those of its groups. Without where the file itself failed. */
  readonly test?: string | undefined;
  readonly message: string;
}

/** Seconds that the tests of a file took, added up. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

export interface FailureReport extends Count {
  /** Tests first, then files that failed without one: these may have been cut off by another file's failure. */
  readonly failures: readonly Failure[];
}

export interface TestReport extends FailureReport {
  readonly files: readonly FileTime[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
    }),
  ),
});

/** Undefined where the run ended without a report. */
export function readVitestReport(path: string, root: string): TestReport | undefined {
  const report = readReport(path, vitestReport);
  if (report === undefined) return undefined;
  const { numPassedTests, numFailedTests, testResults } = report;
  const ofTests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(hasFailedStatus).map(({ fullName, failureMessages }) => ({
      file: relative(root, name),
      test: fullName,
      message: failureMessages?.join('\n') ?? '',
    })),
  );
  const ofFiles = testResults
    .filter((result) => hasFailedStatus(result) && !result.assertionResults.some(hasFailedStatus))
    .map(({ name, message }) => ({ file: relative(root, name), test: undefined, message }));
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: Math.max(0, endTime - startTime) / 1000,
    })),
    failures: [...ofTests, ...ofFiles],
  };
}

function hasFailedStatus({ status }: { status: string }): boolean {
  return status === 'failed';
}

interface Suite {
  title: string;
  file: string;
  specs: {
    title: string;
    ok: boolean;
    tests: { results: { duration: number; errors?: { message?: string | undefined }[] | undefined }[] }[];
  }[];
  suites?: Suite[] | undefined;
}

const resultSchema = z.object({
  duration: z.number(),
  errors: z.optional(z.array(z.object({ message: z.optional(z.string()) }))),
});
const suiteSchema: z.ZodType<Suite> = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(z.object({ results: z.array(resultSchema) })),
    }),
  ),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
});

/** Undefined where the run ended without a report. */
export function readPlaywrightReport(path: string): TestReport | undefined {
  const report = readReport(path, playwrightReport);
  if (report === undefined) return undefined;
  const { stats, suites } = report;
  return {
    passed: stats.expected,
    // A test that passes only the second time has failed: something in it is left to chance.
    failed: stats.unexpected + stats.flaky,
    files: suites.map((suite) => ({ file: `e2e/${suite.file}`, seconds: secondsOf(suite) })),
    failures: suites.flatMap((suite) => suiteFailures(suite, [])),
  };
}

function suiteFailures({ title, file, specs, suites = [] }: Suite, groups: readonly string[]): Failure[] {
  // The suite of a file is named after it.
  const names = title === file ? groups : [...groups, title];
  const own = specs
    .filter(({ ok }) => !ok)
    .map((spec) => ({
      file: `e2e/${file}`,
      test: [...names, spec.title].join(' › '),
      message: spec.tests
        .flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors))
        .map(({ message = '' }) => message)
        .join('\n'),
    }));
  return [...own, ...suites.flatMap((suite) => suiteFailures(suite, names))];
}

function secondsOf({ specs, suites = [] }: Suite): number {
  const own = specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1000, 0);
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own);
}

const promiseReport = z.object({
  passed: z.number(),
  failed: z.number(),
  failures: z.array(z.object({ file: z.string(), test: z.optional(z.string()), message: z.string() })),
});

/** What promises.ts writes. Undefined where it ended without. */
export function readPromiseReport(path: string): FailureReport | undefined {
  return readReport(path, promiseReport);
}

function readReport<Report>(path: string, schema: z.ZodType<Report>): Report | undefined {
  if (!existsSync(path)) return undefined;
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** In which part of the table a test file stands. */
const kinds: readonly (readonly [kind: string, files: RegExp])[] = [
  ['promises', /^server\/src\/promises\//],
  ['browser', /^e2e\//],
  ['components', /\.test\.tsx$/],
  ['server, over HTTP and PostgreSQL', /^(server|bench)\//],
  ['units of contract, web and scripts', /./],
];

/** A part of the run, from its beginning to its end. Parts may overlap. */
export interface PartTime {
  readonly part: string;
  readonly seconds: number;
}

export function printTimes(parts: readonly PartTime[], files: readonly FileTime[]): void {
  console.log(
    '\nSeconds by the clock (static checks run beside the server, components beside planted bugs and browser)',
  );
  printRows(parts.map(({ part, seconds }) => [part, seconds]));
  console.log('\nSeconds of tests, added up over workers');
  printRows(sumByKind(files));
  console.log('\nThe twenty slowest files');
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20);
  printRows(slowest.map(({ file, seconds }) => [file, seconds]));
  const [cpu] = cpus();
  console.log(
    `\nMachine: ${availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'}), ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.versions.node}, ` +
      `load of the last 15 minutes ${loadavg()[2]?.toFixed(1)}`,
  );
}

const linesOfMessage = 6;

/** At the end, where they are found also if only the last lines were kept. */
export function printFailures(failures: readonly Failure[]): void {
  if (failures.length === 0) return;
  console.log('\nWhat failed');
  for (const { file, test, message } of failures) {
    console.log(`  ${test === undefined ? file : `${file} › ${test}`}`);
    for (const line of stripVTControlCharacters(message).split('\n').slice(0, linesOfMessage)) {
      console.log(`      ${line}`);
    }
  }
}

function sumByKind(files: readonly FileTime[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { file, seconds } of files) {
    const kind = kinds.find(([, pattern]) => pattern.test(file))?.[0] ?? 'others';
    sums.set(kind, (sums.get(kind) ?? 0) + seconds);
  }
  return [...sums].toSorted(([, one], [, other]) => other - one);
}

function printRows(rows: readonly (readonly [name: string, seconds: number])[]): void {
  for (const [name, seconds] of rows) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`);
}
