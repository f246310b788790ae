import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Undefined for anything but an IP address. IPv4 counts as IPv4 in every notation, also IPv4-mapped (RFC 4291, 2.5.5.2). */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // The library would also accept 127.1, or a plain number.
  if (isIP(text) === 0) return undefined;
  // A zone names an interface of this machine, and the library can't read all.
  return ipaddr.process(text.split('%', 1)[0] ?? '');
}

/** A household owns an IPv6 /64. Anything else counts as itself. */
export function networkOf(subject: string): string {
  const address = parse(subject);
  if (address === undefined) return subject;
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 64) : address.toString();
}

/** Many customers get a /48 on request: 65,536 households. Undefined for anything but IPv6. */
export function siteOf(subject: string): string | undefined {
  const address = parse(subject);
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 48) : undefined;
}

export function customerNetworkOf(address: string): string {
  return siteOf(address) ?? networkOf(address);
}

/** Shared with other customers of a region: an IPv4 /16 or an IPv6 /32. Anything else stays as it is. */
export function wideNetworkOf(subject: string): string {
  const address = parse(subject);
  if (address === undefined) return subject;
  if (address instanceof ipaddr.IPv6) return ipv6Network(address, 32);
  return `${address.octets.slice(0, 2).join('.')}.0.0/16`;
}

/** `bits` is a multiple of sixteen. Zeros are written out, because these texts are compared with stored ones. */
function ipv6Network({ parts }: ipaddr.IPv6, bits: number): string {
  const groups = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${groups.join(':')}::/${bits}`;
}

/** Private networks (RFC 6890): the same address exists in many. */
const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'carrierGradeNat',
  'linkLocal',
  'loopback',
  'uniqueLocal',
]);

/** One customer can change their address within it. Undefined outside the open internet. */
export function publicNetworkOf(text: string): string | undefined {
  const address = parse(text);
  if (address === undefined || privateRanges.has(address.range())) return undefined;
  return customerNetworkOf(text);
}

/** In any notation, or as `localhost`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || parse(host)?.range() === 'loopback';
}

export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** Wider than this a list of networks would name half of a region's customers, and so protect nothing. */
const widestNetwork = { ipv4: 16, ipv6: 32 } as const;

/** Whoever owns such a network owns all of it (RFC 1918, RFC 6598, RFC 4193). */
const privateBlocks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

/** As `readNetwork`, but a private network may be as wide as its block: no customer is in it. */
export function readOwnNetwork(text: string): string | undefined {
  return readNetwork(text, { blocks: privateBlocks });
}

/** One address or a network, in CIDR notation as it is stored; undefined for anything else and for one that is too wide. */
export function readNetwork(
  text: string,
  { blocks = [] }: { blocks?: readonly string[] } = {},
): string | undefined {
  const [host = '', bits] = text.split('/', 2);
  if (isIP(host) === 0 || !ipaddr.isValid(host)) return undefined;
  const address = ipaddr.parse(host);
  // An IPv4 address has one spelling here, and its network is counted in bits of IPv4.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) return undefined;
  const kind = address.kind();
  const bitsMax = kind === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? bitsMax : Number(bits);
  if (!Number.isInteger(length) || length > bitsMax) return undefined;
  const block = blocks.find((each) => isInNetworks(host, [each]));
  if (length < (block === undefined ? widestNetwork[kind] : ipaddr.parseCIDR(block)[1])) return undefined;
  const network =
    kind === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${host}/${length}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${host}/${length}`);
  return `${network.toString()}/${length}`;
}

/** `networks` are stored ones, by `readNetwork`. */
export function isInNetworks(subject: string, networks: readonly string[]): boolean {
  const address = parse(subject);
  if (address === undefined) return false;
  return networks.some((network) => {
    const [base, length] = ipaddr.parseCIDR(network);
    return address.kind() === base.kind() && address.match(base, length);
  });
}
