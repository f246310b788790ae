import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Undefined for anything but an IP address, such as an account's id. An IPv4 address is one however it is written, also in
 * IPv6's clothes (RFC 4291, 2.5.5.2).
 */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Node is the stricter of the two: the library would also read 127.1, or a plain number.
  if (isIP(text) === 0) return undefined;
  // A zone says which socket of this machine, and the library does not read every one.
  return ipaddr.process(text.split('%', 1)[0] ?? '');
}

/** A household owns a whole IPv6 /64, so its addresses count as one. Anything else counts as itself. */
export function networkOf(subject: string): string {
  const address = parse(subject);
  if (address === undefined) return subject;
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 64) : address.toString();
}

/** Many get an IPv6 /48 by asking, and it holds 65,536 households. Undefined for what is no IPv6 address. */
export function siteOf(subject: string): string | undefined {
  const address = parse(subject);
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 48) : undefined;
}

/** What one customer may change their address within. */
export function customerNetworkOf(address: string): string {
  return siteOf(address) ?? networkOf(address);
}

/**
 * What an address mostly shares with its provider's other customers of a region: an IPv4 /16 or an IPv6 /32. Anything else
 * is as it is.
 */
export function wideNetworkOf(subject: string): string {
  const address = parse(subject);
  if (address === undefined) return subject;
  if (address instanceof ipaddr.IPv6) return ipv6Network(address, 32);
  return `${address.octets.slice(0, 2).join('.')}.0.0/16`;
}

/** The bits are a multiple of sixteen. Zeros are written out: these texts are compared with ones that are stored. */
function ipv6Network({ parts }: ipaddr.IPv6, bits: number): string {
  const groups = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${groups.join(':')}::/${bits}`;
}

/** Reached from within one house only (RFC 6890), so the same address stands in many houses. */
const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'carrierGradeNat',
  'linkLocal',
  'loopback',
  'uniqueLocal',
]);

/** What one customer may change their address within; undefined for what is not of the open internet. */
export function publicNetworkOf(text: string): string | undefined {
  const address = parse(text);
  if (address === undefined || privateRanges.has(address.range())) return undefined;
  return customerNetworkOf(text);
}

/** Whether an IP address, however it is written, or the name `localhost` means this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || parse(host)?.range() === 'loopback';
}

/** Whether an address leads to this machine alone, whoever follows it. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
