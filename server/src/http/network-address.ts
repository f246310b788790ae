import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Undefined for anything but an IP address, for example for an account id. An IPv4 address counts as IPv4 in every notation, also
 * as an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
 */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Node is stricter: the library would also accept 127.1, or a plain number.
  if (isIP(text) === 0) return undefined;
  // A zone names an interface of this machine, and the library can't read every zone.
  return ipaddr.process(text.split('%', 1)[0] ?? '');
}

/** A household owns a whole IPv6 /64, so its addresses count as one. Anything else counts as itself. */
export function networkOf(subject: string): string {
  const address = parse(subject);
  if (address === undefined) return subject;
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 64) : address.toString();
}

/** Many customers get an IPv6 /48 on request, and it holds 65,536 households. Undefined for anything but IPv6. */
export function siteOf(subject: string): string | undefined {
  const address = parse(subject);
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 48) : undefined;
}

/** The range within which one customer can change their address. */
export function customerNetworkOf(address: string): string {
  return siteOf(address) ?? networkOf(address);
}

/**
 * The range that an address mostly shares with the provider's other customers of a region: an IPv4 /16 or an IPv6 /32. Anything
 * else stays as it is.
 */
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

/** Reachable only within one private network (RFC 6890), so the same address exists in many networks. */
const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'carrierGradeNat',
  'linkLocal',
  'loopback',
  'uniqueLocal',
]);

/** The range within which one customer can change their address; undefined for addresses outside the open internet. */
export function publicNetworkOf(text: string): string | undefined {
  const address = parse(text);
  if (address === undefined || privateRanges.has(address.range())) return undefined;
  return customerNetworkOf(text);
}

/** True if an IP address (in any notation) or the name `localhost` means this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || parse(host)?.range() === 'loopback';
}

/** True if the address can be followed only on this machine. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
