import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginPathFor, safeNextPath } from './paths.ts';

const origin = 'https://mercury.example';

test.each(['/dashboard', '/dashboard?tab=1#top', '/profile', '/pay/abc%20d'])(
  'goes on to %s, a path of this site',
  (path) => {
    expect(safeNextPath(path, origin)).toBe(path);
  },
);

test.each([
  null,
  '',
  'dashboard',
  'https://evil.example/dashboard',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/dashboard\\..\\evil',
  'javascript:alert(1)',
  ' /dashboard',
  '/..//evil.example',
  '/x/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
])('ignores %j, which is or may be another place', (candidate) => {
  expect(safeNextPath(candidate, origin)).toBeNull();
});

test('stays on this site whatever is asked for, also when the answer is resolved once more', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\n',
    'https:',
    'evil.example',
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const path = safeNextPath(`/${parts.join('')}`, origin);
      if (path === null) return;
      expect(new URL(path, origin).origin).toBe(origin);
      expect(path).toMatch(/^\/(?![/\\])/);
      // What was let through once is let through again, and leads to the same place.
      expect(safeNextPath(path, origin)).toBe(path);
    }),
    { numRuns: 5000 },
  );
});

test('never leads back to a page that signs in', () => {
  expect(safeNextPath('/login?next=%2Flogin', origin)).toBeNull();
  expect(safeNextPath('/x/../register', origin)).toBeNull();
});

test('a wanted place survives its way through the sign-in page', () => {
  const wanted = '/dashboard?currency=MRCY&x=1#list';
  const carried = new URL(loginPathFor(wanted), origin).searchParams.get('next');
  expect(safeNextPath(carried, origin)).toBe(wanted);
});
