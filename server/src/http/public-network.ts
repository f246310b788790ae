import { BlockList, isIP } from 'node:net';
import { customerNetworkOf } from './rate-limit.ts';

/** What is reached from its own house alone (RFC 6890), and so is the same address in many houses. */
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

/** What one customer may change their address within; undefined for what is not of the open internet. */
export function publicNetworkOf(address: string): string | undefined {
  const version = isIP(address);
  if (version === 0 || privateNetworks.check(address, version === 6 ? 'ipv6' : 'ipv4')) return undefined;
  return customerNetworkOf(address);
}
