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

// Crockford's 32, each five bits: no I, L and O, which are read as the 1 and the 0 that they look like, and no U, which
// looks like V.
const longCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupCount = 4;
const groupLength = 4;

/** Four groups of four, 80 random bits, for a person to type: "7K3M-9QXT-04VA-HJ2C". */
export function createLongCode(): string {
  // A byte is one of 256, which 32 divides: every character is as likely as any other.
  const characters = Array.from(randomBytes(groupCount * groupLength), (byte) =>
    longCodeAlphabet.charAt(byte % longCodeAlphabet.length),
  ).join('');
  return (characters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-');
}

/** A code as it is kept and compared, however it was typed: case, spaces, dashes and look-alikes do not count. */
export function readLongCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
}
