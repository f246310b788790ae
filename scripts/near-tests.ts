import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createImportFinder } from './importing-tests.ts';

const root = join(import.meta.dirname, '..');

export interface NearTests {
  /** Test files and folders of them, for Vitest. */
  readonly vitest: readonly string[];
  /** Browser tests, for Playwright. */
  readonly specs: readonly string[];
}

/** By the beginning of their names, for a feature of the web app or a part of its identity. */
export const specsOf: Readonly<Record<string, readonly string[]>> = {
  account: ['profile'],
  contacts: ['dialogs'],
  deposits: ['deposit'],
  'dev-ui': ['dev-pages'],
  factors: ['two-factor', 'sign-in-two-factor', 'passkeys'],
  forms: ['sign-forms', 'freeze'],
  landing: ['public-pages'],
  live: ['dashboard', 'session'],
  market: ['market'],
  notices: ['alerts'],
  offline: ['installable'],
  'order-book': ['order-book'],
  password: ['reset-password', 'profile'],
  portfolio: ['portfolio'],
  'price-alerts': ['alerts'],
  proof: ['security-proof'],
  public: ['public-pages', 'contact', 'cookies'],
  'recurring-buys': ['recurring'],
  requests: ['transfer'],
  search: ['search', 'shell'],
  security: ['security', 'freeze', 'api-keys'],
  session: ['session', 'sign-forms'],
  shell: ['shell', 'small-screen'],
  'sign-in': ['sign-forms', 'verification', 'session', 'sign-in-two-factor'],
  statement: ['statement'],
  topups: ['topup-life'],
  trade: ['trade'],
  transactions: ['history'],
  transfers: ['transfer'],
  wallet: ['dashboard'],
  watchlist: ['market'],
  ways: ['transfer'],
  withdrawals: ['withdraw'],
};

/** Goes through all that the web app is built on. */
const everySpec = ['journey'];

/** With more, only the tests of the file's folder run, or the journey. */
const importingMax = 14;
const testsReaching = createImportFinder(root);

/**
 * Also for a deleted file: the tests of its feature or folder on its side of the network. For a file that only tests import,
 * those tests.
 */
export function testsNear(file: string): NearTests {
  const isThere = existsSync(join(root, file));
  if (isThere && file.endsWith('.spec.ts')) return { vitest: [], specs: [file] };
  if (isThere && /\.test\.tsx?$/.test(file)) return { vitest: [file], specs: [] };
  const [folder, name] = /^web\/src\/(?:features|identity)\/([^/]+)\//.exec(file) ?? [];
  if (folder !== undefined && name !== undefined) {
    const names = specsOf[name] ?? everySpec;
    return { vitest: [folder], specs: names.flatMap(specsNamed) };
  }
  if (file.startsWith('web/src/console/'))
    return { vitest: ['web/src/console/'], specs: specsNamed('console') };
  const everything = everySpec.flatMap(specsNamed);
  if (file.startsWith('e2e/'))
    return { vitest: [], specs: importing(file, (test) => test.endsWith('.spec.ts')) ?? everything };
  const ownTests = importing(file, (test) => !test.endsWith('.spec.ts')) ?? [nearestWithTests(file)];
  if (/^(server|web)\/src\/test\//.test(file)) return { vitest: ownTests, specs: [] };
  if (file.startsWith('web/public/locales/')) return { vitest: ownTests, specs: everything };
  if (file.startsWith('web/src/')) return { vitest: [nearestWithTests(file)], specs: everything };
  if (/^(contract|server|scripts|bench)\//.test(file)) return { vitest: [nearestWithTests(file)], specs: [] };
  return { vitest: ['repo.test.ts'], specs: [] };
}

/** By imports; undefined where there are none or too many. */
function importing(file: string, isWanted: (test: string) => boolean): string[] | undefined {
  const tests = [...testsReaching(file).keys()].filter(isWanted).toSorted();
  return tests.length > 0 && tests.length <= importingMax ? tests : undefined;
}

function specsNamed(beginning: string): string[] {
  return globSync(`e2e/${beginning}*.spec.ts`, { cwd: root });
}

/** The file's folder, or the first above it that holds a test. */
function nearestWithTests(file: string): string {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    if (!existsSync(join(root, folder))) continue;
    if (globSync(`${folder}/**/*.test.{ts,tsx}`, { cwd: root }).length > 0) return `${folder}/`;
  }
  return 'repo.test.ts';
}
