import { expect, it } from 'vitest';
import { recoveryCodesText } from './recovery-codes-file.ts';

it('writes whose codes they are, each alone on its line, and what they are for', () => {
  const text = recoveryCodesText({
    heading: 'Mercury recovery codes',
    email: 'sara@example.com',
    note: 'Each works once.',
    codes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'],
  });
  expect(text).toBe(
    'Mercury recovery codes\nsara@example.com\n\nAAAA-BBBB-CCCC-DDDD\nEEEE-FFFF-GGGG-HHHH\n\nEach works once.\n',
  );
});
