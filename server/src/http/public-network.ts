import { BlockList, isIP } from 'node:net';
import { customerNetworkOf } from './rate-limit.ts';

/** Private and special networks (RFC 6890). Many houses use the same addresses, so they identify nobody. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4');
}
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** The network within which one customer can change their address; undefined for an address outside the public internet. */
export function publicNetworkOf(address: string): string | undefined {
  const version = isIP(address);
  if (version === 0 || privateNetworks.check(address, version === 6 ? 'ipv6' : 'ipv4')) return undefined;
  return customerNetworkOf(address);
}
