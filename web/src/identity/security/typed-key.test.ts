import { describe, expect, it } from 'vitest';
import { findWrongNetwork, publicKeyProblem } from './typed-key.ts';

describe('a list of networks', () => {
  it.each([
    '',
    '203.0.113.7',
    '203.0.113.0/24',
    '10.0.0.0/16',
    '10.0.0.1/32',
    '2001:db8::1',
    '2001:db8::/32',
    '2001:db8::1/128',
    ' 203.0.113.7 \n\n2001:db8::/48\n',
  ])('takes %j', (text) => expect(findWrongNetwork(text)).toBeUndefined());

  it.each([
    ['203.0.113', '203.0.113'],
    ['203.0.113.7\n203.0.113.300', '203.0.113.300'],
    ['10.0.0.0/15', '10.0.0.0/15'],
    ['10.0.0.0/33', '10.0.0.0/33'],
    ['2001:db8::/31', '2001:db8::/31'],
    ['2001:db8::/129', '2001:db8::/129'],
    ['203.0.113.0/', '203.0.113.0/'],
    ['203.0.113.0/24/24', '203.0.113.0/24/24'],
    ['203.0.113.7, 203.0.113.8', '203.0.113.7, 203.0.113.8'],
    ['example.com', 'example.com'],
  ])('finds in %j what is none', (text, wrong) => expect(findWrongNetwork(text)).toBe(wrong));
});

describe('a public key', () => {
  const own = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
  const pem = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;

  it('of Ed25519 is taken', () => expect(publicKeyProblem(` ${pem('PUBLIC KEY', own)}`)).toBeUndefined());

  it('of another kind, or cut short, is not', () => {
    expect(publicKeyProblem(pem('PUBLIC KEY', own.replace('VwAyEA', 'VuAyEA')))).toBe('invalid');
    expect(publicKeyProblem(pem('PUBLIC KEY', own.replace('CWmE', '')))).toBe('invalid');
    expect(publicKeyProblem(own)).toBe('invalid');
  });

  it('that is a private one is told apart', () => {
    const secret = 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g';
    expect(publicKeyProblem(pem('PRIVATE KEY', secret))).toBe('private');
    expect(publicKeyProblem(pem('PUBLIC KEY', own) + pem('PRIVATE KEY', secret))).toBe('private');
  });
});
