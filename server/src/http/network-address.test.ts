import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  customerNetworkOf,
  isLoopback,
  isLoopbackUrl,
  networkOf,
  publicNetworkOf,
  siteOf,
  wideNetworkOf,
} from './network-address.ts';

describe('networkOf', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    // A sub-interface has a point in its name.
    ['fe80::1%eth0.1', 'fe80:0:0:0::/64'],
    ['019a0000-0000-7000-8000-000000000000', '019a0000-0000-7000-8000-000000000000'],
    // Neither is how a connection's address is written.
    ['127.1', '127.1'],
    ['2130706433', '2130706433'],
  ])('counts %s as %s', (subject, network) => {
    expect(networkOf(subject)).toBe(network);
  });

  it('counts an IPv6 address as one in whichever way it is written', () => {
    // `::192.0.2.1` has been given up (RFC 4291, 2.5.5.1), and is read as the IPv4 address in it.
    const spellings = fc.ipV6().filter((address) => !/^::[0-9]+\./.test(address));
    fc.assert(
      fc.property(spellings, (address) => {
        // The URL's own parser writes each address in one way (WHATWG URL, 3.5).
        const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
        expect(networkOf(address)).toBe(networkOf(written));
        expect(networkOf(address)).toMatch(/^(([0-9a-f]{1,4}:){4}:\/64|[0-9]+(\.[0-9]+){3})$/);
      }),
    );
  });
});

describe('wideNetworkOf', () => {
  test.each([
    ['192.0.2.1', '192.0.0.0/16'],
    ['::ffff:192.0.2.1', '192.0.0.0/16'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8::/32'],
    ['2001:DB8::1', '2001:db8::/32'],
    ['fe80::1%eth0', 'fe80:0::/32'],
    ['unknown', 'unknown'],
  ])('counts %s as %s', (address, network) => {
    expect(wideNetworkOf(address)).toBe(network);
  });
});

test.each([
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8:1::/48'],
  ['unknown', undefined, 'unknown'],
])('%s is of the site %s, and one customer’s within %s', (address, site, network) => {
  expect(siteOf(address)).toBe(site);
  expect(customerNetworkOf(address)).toBe(network);
});

describe('publicNetworkOf', () => {
  // Both sides of the end of each network.
  test.each([
    ['9.255.255.255', '10.0.0.0'],
    ['11.0.0.0', '10.255.255.255'],
    ['100.63.255.255', '100.64.0.0'],
    ['100.128.0.0', '100.127.255.255'],
    ['126.255.255.255', '127.0.0.0'],
    ['128.0.0.0', '127.255.255.255'],
    ['169.253.255.255', '169.254.0.0'],
    ['169.255.0.0', '169.254.255.255'],
    ['172.15.255.255', '172.16.0.0'],
    ['172.32.0.0', '172.31.255.255'],
    ['192.167.255.255', '192.168.0.0'],
    ['192.169.0.0', '192.168.255.255'],
  ])('tells %s, and of %s nothing', (open, closed) => {
    expect(publicNetworkOf(open)).toBe(open);
    expect(publicNetworkOf(closed)).toBeUndefined();
    expect(publicNetworkOf(`::ffff:${closed}`)).toBeUndefined();
  });

  test.each(['::1', 'fc00::', 'fdff:ffff::1', 'fe80::1%eth0', 'febf::1', 'unknown', ''])(
    'tells nothing of %j',
    (address) => {
      expect(publicNetworkOf(address)).toBeUndefined();
    },
  );

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::2', '0:0:0::/48'],
    ['2001:db8:1:2::1', '2001:db8:1::/48'],
    ['fbff::1', 'fbff:0:0::/48'],
    ['fe00::1', 'fe00:0:0::/48'],
    ['fec0::1', 'fec0:0:0::/48'],
  ])('tells %s as %s', (address, network) => {
    expect(publicNetworkOf(address)).toBe(network);
  });
});

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
  '127.1',
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
