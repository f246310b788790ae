import { expect, test } from 'vitest';
import { isLoopback, isLoopbackUrl } from './loopback.ts';

test.each([
  'localhost',
  '127.0.0.1',
  '127.9.8.7',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '128.0.0.1',
  '::ffff:10.0.0.1',
  '::2',
  'localhost.example',
  'wallet.example',
])('%j is not, or not alone', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test.each(['http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:8443'])(
  '%s leads to this machine',
  (url) => {
    expect(isLoopbackUrl(new URL(url))).toBe(true);
  },
);

test.each(['https://wallet.example', 'http://10.0.0.1:3000', 'http://[::2]', 'http://localhost.example'])(
  '%s leads elsewhere',
  (url) => {
    expect(isLoopbackUrl(new URL(url))).toBe(false);
  },
);
