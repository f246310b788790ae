import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface NearTests {
  /** Test files and folders of them, for Vitest. */
  readonly vitest: readonly string[];
  /** Browser tests, for Playwright. */
  readonly specs: readonly string[];
}

/** The browser tests of a feature of the web app, by the beginning of their names. */
const specsOf: Readonly<Record<string, readonly string[]>> = {
  auth: ['sign-forms', 'verification', 'reset-password', 'session'],
  contacts: ['dialogs'],
  deposits: ['deposit'],
  landing: ['public-pages'],
  live: ['dashboard', 'session'],
  market: ['market'],
  notices: ['alerts'],
  offline: ['installable'],
  portfolio: ['portfolio'],
  'price-alerts': ['alerts'],
  profile: ['profile'],
  proof: ['security-proof'],
  public: ['public-pages', 'contact', 'cookies'],
  'recurring-buys': ['recurring'],
  security: ['security', 'freeze', 'passkeys'],
  shell: ['shell'],
  statement: ['statement'],
  topups: ['topup-life'],
  trade: ['trade'],
  transactions: ['history'],
  transfers: ['transfer'],
  'two-factor': ['two-factor', 'sign-in-two-factor'],
  wallet: ['dashboard'],
  withdrawals: ['withdraw'],
};

/** What the whole web app stands on is seen by the journey that goes through all of it. */
const everySpec = ['journey'];

/**
 * The tests of a source file: those of its feature or folder, on its side of the network. What stands further away is left
 * to the whole run.
 */
export function testsNear(file: string): NearTests {
  if (file.endsWith('.spec.ts')) return { vitest: [], specs: [file] };
  if (/\.test\.tsx?$/.test(file)) return { vitest: [file], specs: [] };
  const feature = /^web\/src\/features\/([^/]+)\//.exec(file)?.[1];
  if (feature !== undefined) {
    const names = specsOf[feature] ?? everySpec;
    return { vitest: [`web/src/features/${feature}/`], specs: names.flatMap(specsNamed) };
  }
  if (file.startsWith('web/src/'))
    return { vitest: [nearestWithTests(file)], specs: everySpec.flatMap(specsNamed) };
  if (/^(contract|server|scripts|bench)\//.test(file)) return { vitest: [nearestWithTests(file)], specs: [] };
  return { vitest: ['repo.test.ts'], specs: [] };
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
