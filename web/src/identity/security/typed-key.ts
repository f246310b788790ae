import { limits } from '@mercury/contract/limits.ts';
import * as z from 'zod/mini';

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();

/** As the server reads it (server/src/http/network-address.ts): wider networks protect nothing. */
function isNetwork(text: string): boolean {
  const [host = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || text.length > limits.networkLengthMax) return false;
  const isIpv4 = ipv4.safeParse(host).success;
  if (!isIpv4 && !ipv6.safeParse(host).success) return false;
  if (bits === undefined) return true;
  const [widest, narrowest] = isIpv4 ? [16, 32] : [32, 128];
  return /^\d{1,3}$/.test(bits) && Number(bits) >= widest && Number(bits) <= narrowest;
}

/** The first of them that is none. */
export function findWrongNetwork(text: string): string | undefined {
  return linesOf(text).find((line) => !isNetwork(line));
}

/** A public Ed25519 key in DER begins with these twelve bytes (RFC 8410), and has 32 more. */
const publicKeyPattern =
  /^-----BEGIN PUBLIC KEY-----\s*MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=\s*-----END PUBLIC KEY-----$/;

/** A private key that is pasted by mistake must not be sent. */
export function publicKeyProblem(pem: string): 'private' | 'invalid' | undefined {
  if (pem.includes('PRIVATE KEY')) return 'private';
  return publicKeyPattern.test(pem.trim()) ? undefined : 'invalid';
}
