import { join, matchesGlob } from 'node:path';
import {
  createVitest,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import { plantInMigrations } from '../server/src/test/planted-migrations.ts';
import { startTestPostgres, TEMPLATE_DATABASE } from '../server/src/test/test-postgres.ts';
import { aboutHashes, cheapHashPlugin } from './cheap-hash-plugin.ts';
import type { ListedPromise, PlantedBug } from './planted-bug.ts';
import { plantedBugPlugin, plantedBugVariable } from './planted-bug-plugin.ts';

export interface PlantedBugOutcome {
  /** Of its promise. */
  readonly number: string;
  readonly bug: PlantedBug;
  /** Why the bug does not count as caught: none where it does. */
  readonly complaints: readonly string[];
  readonly seconds: number;
}

interface Planted {
  /** Of its project. */
  readonly name: string;
  readonly number: string;
  readonly bug: ListedPromise['bugs'][number];
  readonly templateDatabase: string;
}

const root = join(import.meta.dirname, '..');
/** Each takes a core, and its processes more. */
const sideBySide = 2;

/**
 * Runs, for each bug, the tests that must notice it: in one process with a project a bug, over one PostgreSQL, two at a time.
 * Caught is a bug whose every named test ran and failed by an assertion of its own; a file that does not load catches nothing.
 */
export async function runPlantedBugs(promises: readonly ListedPromise[]): Promise<PlantedBugOutcome[]> {
  const postgres = await startTestPostgres();
  try {
    const all: Planted[] = [];
    for (const { number, bugs } of promises) {
      for (const [index, bug] of bugs.entries()) {
        const name = `planted_${number}_${index}`;
        const templateDatabase = (await plantInMigrations(bug, { postgres, name })) ?? TEMPLATE_DATABASE;
        all.push({ name, number, bug, templateDatabase });
      }
    }
    const vitest = await openVitest(all, postgres.connectionString);
    try {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
        all.map((planted) => specify(vitest, planted)),
      );
      for (const error of unhandledErrors) console.error(error);
      return all.map(({ name, number, bug }) => {
        const module = testModules.find(({ project }) => project.name === name);
        const seconds = (module?.diagnostic().duration ?? 0) / 1000;
        return { number, bug, complaints: complaintsAbout(bug, module), seconds };
      });
    } finally {
      await vitest.close();
    }
  } finally {
    await postgres.stop();
  }
}

function openVitest(all: readonly Planted[], postgresConnectionString: string): Promise<Vitest> {
  return createVitest({
    root,
    config: false,
    watch: false,
    maxWorkers: sideBySide,
    // What the tests say is of no interest here, and a failure that is meant would only frighten.
    reporters: [{}],
    projects: all.map(({ name, bug, templateDatabase }) => ({
      plugins: [
        plantedBugPlugin(bug),
        ...(aboutHashes.some((glob) => matchesGlob(bug.suite, glob)) ? [] : [cheapHashPlugin()]),
      ],
      test: {
        name,
        include: [bug.suite],
        env: { [plantedBugVariable]: JSON.stringify(bug) },
        provide: { postgresConnectionString, templateDatabase, bundleFolder: undefined },
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    })),
  });
}

function specify(vitest: Vitest, { name, bug }: Planted): TestSpecification {
  const project = vitest.projects.find((each) => each.name === name);
  if (project === undefined) throw new Error(`there is no project ${name}`);
  const testNamePattern = new RegExp([...bug.after, ...bug.caughtBy].map(asPattern).join('|'));
  return project.createSpecification(join(root, bug.suite), { testNamePattern });
}

function asPattern(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function complaintsAbout(bug: PlantedBug, module: TestModule | undefined): string[] {
  if (module === undefined) return ['its suite was not run'];
  const errors = module.errors().map(({ message }) => `its suite could not be run: ${message}`);
  if (errors.length > 0) return errors;
  const tests = [...module.children.allTests()];
  return bug.caughtBy.flatMap((words) => {
    const named = tests.filter(({ fullName }) => fullName.includes(words));
    if (named.length === 0) return [`there is no test named "${words}"`];
    return named.every(failedByAssertion) ? [] : [`"${words}" did not notice it: ${outcomeOf(named)}`];
  });
}

function outcomeOf(tests: readonly TestCase[]): string {
  return tests
    .map((test) => {
      const errors = test.result().errors ?? [];
      return [
        test.result().state,
        ...errors.map(({ name, message }) => `${name} ${message.slice(0, 300)}`),
      ].join(' ');
    })
    .join('; ');
}

function failedByAssertion(test: TestCase): boolean {
  return test.result().errors?.some(isAssertion) === true;
}

/** By `expect`, and by the contract's schemas that replies are read with. */
const assertionNames: ReadonlySet<string> = new Set(['AssertionError', '$ZodError', 'ZodError']);

/** Whoever runs many cases gives the assertion as the cause of its own error. */
function isAssertion(error: unknown): boolean {
  for (let each = error; isRecord(each); each = each['cause']) {
    if (assertionNames.has(String(each['name']))) return true;
  }
  return false;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
