import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specsOf, testsNear } from './near-tests.ts';

const root = join(import.meta.dirname, '..');
const features = globSync('web/src/{features,identity}/*', { cwd: root });

describe('the browser tests of features and of parts of identity', () => {
  it('are told for each of them, and for no other', () => {
    const names = features.map((feature) => basename(feature));
    expect(Object.keys(specsOf).toSorted()).toEqual(names.toSorted());
  });

  it.each(Object.entries(specsOf))('of %s are there by every name', (_feature, names) => {
    expect(names).not.toEqual([]);
    const isThere = (name: string) => globSync(`e2e/${name}*.spec.ts`, { cwd: root }).length > 0;
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });
});

const journey = ['e2e/journey.spec.ts'];

describe('the tests near a change', () => {
  it.each(features)('of %s are the feature’s own, and browser tests', (feature) => {
    const { vitest, specs } = testsNear(`${feature}/anything.tsx`);
    expect(vitest).toEqual([`${feature}/`]);
    expect(specs).not.toEqual([]);
  });

  it.each([
    ['e2e/trade.spec.ts', { vitest: [], specs: ['e2e/trade.spec.ts'] }],
    ['server/src/http/rate-limit.test.ts', { vitest: ['server/src/http/rate-limit.test.ts'], specs: [] }],
    ['server/src/features/trade/offer.ts', { vitest: ['server/src/features/trade/'], specs: [] }],
    ['web/src/ui/modal.tsx', { vitest: ['web/src/ui/'], specs: journey }],
    [
      'web/src/console/staff/staff-page.tsx',
      {
        vitest: ['web/src/console/'],
        specs: ['e2e/console-business.spec.ts', 'e2e/console-days.spec.ts', 'e2e/console.spec.ts'],
      },
    ],
    ['README.md', { vitest: ['repo.test.ts'], specs: [] }],
  ])('of %s', (file, near) => {
    expect(testsNear(file)).toEqual(near);
  });

  it.each([
    ['web/src/features/trade/gone.test.tsx', 'web/src/features/trade/'],
    ['server/src/http/gone.test.ts', 'server/src/http/'],
    ['server/src/gone/gone.ts', 'server/src/'],
  ])('of %s, which was deleted, are those of where it stood', (file, folder) => {
    expect(existsSync(join(root, file))).toBe(false);
    expect(testsNear(file).vitest).toEqual([folder]);
  });

  it('of what a few tests import are those tests', () => {
    expect(testsNear('e2e/trades.ts').specs).toContain('e2e/trade.spec.ts');
    expect(testsNear('server/src/test/password-reset.ts').vitest).toContain(
      'server/src/promises/14-reset-tokens.test.ts',
    );
    expect(testsNear('web/src/test/window-listeners.ts').vitest).toContain('web/src/ui/print-sheet.test.tsx');
    expect(testsNear('web/public/locales/fa/translation.json')).toEqual({
      vitest: ['web/src/i18n/coin-name.test.ts'],
      specs: journey,
    });
  });

  it.each([
    ['e2e/accounts.ts', { vitest: [], specs: journey }],
    ['server/src/test/app.ts', { vitest: ['server/src/test/'], specs: [] }],
    ['web/src/test/set-up.ts', { vitest: ['web/src/test/'], specs: [] }],
  ])('of %s, which nearly all or none import, are the nearest', (file, near) => {
    expect(testsNear(file)).toEqual(near);
  });
});
