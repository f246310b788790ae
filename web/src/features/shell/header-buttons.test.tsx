import { expect, it } from 'vitest';
import { avatarLetter } from './header-buttons.tsx';

it('an avatar shows the first letter of the name, or U where there is none', () => {
  expect(avatarLetter('mina')).toBe('M');
  expect(avatarLetter('  مینا')).toBe('م');
  expect(avatarLetter('   ')).toBe('U');
});
