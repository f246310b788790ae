import { expect, it } from 'vitest';
import { createIntentKeys } from '../api/intent-key.ts';

const keys = createIntentKeys('transfer');
const seen = new Set<string>();

it.each(['one test', 'the next'])('%s inherits no intent that another has left unsettled', () => {
  const key = keys.keyFor({ amount: '1' });
  expect(seen).not.toContain(key);
  seen.add(key);
});
