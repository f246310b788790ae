import { createHash, randomBytes, randomInt } from 'node:crypto';
import { limits } from '@mercury/contract/limits.ts';

const tokenBytes = 32;

/** A token of 256 random bits that fits in a URL and in a header. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** How tokens are kept. Their 256 bits can't be guessed, so a fast hash without a salt is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

// No 0 and O, no 1, I and L: what is read from a mail and typed must not be confused.
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function createCode(): string {
  return Array.from({ length: limits.verificationCodeLength }, () =>
    codeAlphabet.charAt(randomInt(codeAlphabet.length)),
  ).join('');
}

/** What a code is bound to: the hash of one account's code fits no other account, address or purpose. */
export interface CodeBinding {
  readonly userId: string;
  readonly email: string;
  readonly purpose: string;
}

/** Case does not count. A code this short could be found from any hash; what protects it are its tries and minutes. */
export function hashCode(code: string, { userId, email, purpose }: CodeBinding): Buffer {
  return createHash('sha256')
    .update([purpose, userId, email.toLowerCase(), code.toUpperCase()].join('\n'))
    .digest();
}
