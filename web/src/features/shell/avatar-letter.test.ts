import { expect, test } from 'vitest';
import { avatarLetter } from './avatar-letter.ts';

test('is the first letter of the name, or U where there is none', () => {
  expect(avatarLetter('mina')).toBe('M');
  expect(avatarLetter('  مینا')).toBe('م');
  expect(avatarLetter('   ')).toBe('U');
});
