import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address, however it is written, or the name `localhost` means this machine alone. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  // Of an IPv4 address in IPv6's clothes the list looks at what is inside.
  return isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether an address leads to this machine alone, whoever follows it. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
