import { describe, expect, test } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { createTotpSecret, findTotpStep, presentTotpSecret } from './totp.ts';

const { stepSeconds, secretBytes } = securityParameters.totp;
const secret = Buffer.from('12345678901234567890');
// The code of time 59, which is the last second of step 1.
const code = '287082';
const secondsOfStep1 = { first: stepSeconds, last: 2 * stepSeconds - 1 };

describe('a code', () => {
  test.each([
    ['in its own step', secondsOfStep1.first],
    ['in the last second of its own step', secondsOfStep1.last],
    ['one step late, to the last second', secondsOfStep1.last + stepSeconds],
    ['one step early, from the first second', secondsOfStep1.first - stepSeconds],
  ])('is accepted %s, and names the step that it is of', (_when, seconds) => {
    expect(findTotpStep(secret, code, seconds * 1000)).toBe(1);
  });

  test.each([
    ['two steps late', secondsOfStep1.last + stepSeconds + 1],
    ['a day late', secondsOfStep1.last + 24 * 60 * 60],
  ])('is refused %s', (_when, seconds) => {
    expect(findTotpStep(secret, code, seconds * 1000)).toBeUndefined();
  });

  test('is refused two steps early', () => {
    // The code of 1111111111 (RFC 6238, appendix B), whose step begins a second before; its window, a step before that.
    expect(findTotpStep(secret, '050471', (1111111110 - stepSeconds) * 1000)).toBe(37037037);
    expect(findTotpStep(secret, '050471', (1111111110 - stepSeconds) * 1000 - 1)).toBeUndefined();
  });

  test.each(['', '28708', '2870822', '28708a'])('that is none is refused: "%s"', (none) => {
    expect(findTotpStep(secret, none, 59_000)).toBeUndefined();
  });

  test('of another secret is refused', () => {
    expect(findTotpStep(Buffer.from('12345678901234567891'), code, 59_000)).toBeUndefined();
  });
});

test('a secret has 160 random bits, and its URI says all that an app has to know', () => {
  const made = createTotpSecret();
  expect(made).toHaveLength(secretBytes);
  expect(made.equals(createTotpSecret())).toBe(false);
  const { secretKey, qrCodeUrl } = presentTotpSecret(secret, 'grace@example.com');
  const uri = new URL(qrCodeUrl);
  expect(secretKey).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(`${uri.protocol}//${uri.host}`).toBe('otpauth://totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Mercury:grace@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Mercury',
    secret: secretKey,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
