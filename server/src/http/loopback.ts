import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True if the IP address, in any spelling, or the name `localhost` means only this machine. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  // For an IPv4-mapped IPv6 address, the list checks the IPv4 address inside.
  return isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

/** True if the address means only this machine, whoever opens it. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
