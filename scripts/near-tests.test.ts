import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testsNear } from './near-tests.ts';

const root = join(import.meta.dirname, '..');
const features = globSync('web/src/features/*', { cwd: root });

describe('the tests near a change', () => {
  it.each(features)('of %s are the feature’s own, and browser tests that are there', (feature) => {
    const { vitest, specs } = testsNear(`${feature}/anything.tsx`);
    expect(vitest).toEqual([`${feature}/`]);
    expect(specs).not.toEqual([]);
  });

  it.each([
    ['e2e/trade.spec.ts', { vitest: [], specs: ['e2e/trade.spec.ts'] }],
    ['server/src/http/envelope.test.ts', { vitest: ['server/src/http/envelope.test.ts'], specs: [] }],
    ['server/src/features/trade/offer.ts', { vitest: ['server/src/features/trade/'], specs: [] }],
    ['web/src/ui/modal.tsx', { vitest: ['web/src/ui/'], specs: ['e2e/journey.spec.ts'] }],
    ['README.md', { vitest: ['repo.test.ts'], specs: [] }],
  ])('of %s', (file, near) => {
    expect(testsNear(file)).toEqual(near);
  });
});
