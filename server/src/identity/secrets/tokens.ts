import { createHash, randomBytes, randomInt } from 'node:crypto';
import { limits } from '@mercury/contract/limits.ts';

const tokenBytes = 32;

/** 256 random bits, safe in a URL and in a header. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** The stored form of a token. Its 256 bits can't be guessed, so a fast hash without a salt is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

// No 0 and O, no 1, I and L: a person who types the code must not confuse them.
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function createCode(): string {
  return Array.from({ length: limits.verificationCodeLength }, () =>
    codeAlphabet.charAt(randomInt(codeAlphabet.length)),
  ).join('');
}

/** Binds a code: the hash of one account's code fits no other account, address or purpose. */
export interface CodeBinding {
  readonly userId: string;
  readonly email: string;
  readonly purpose: string;
}

/** Ignores case. A code this short can be found from any hash: its limits on tries and minutes protect it. */
export function hashCode(code: string, { userId, email, purpose }: CodeBinding): Buffer {
  return createHash('sha256')
    .update([purpose, userId, email.toLowerCase(), code.toUpperCase()].join('\n'))
    .digest();
}

// Crockford's base 32, five bits a character. I and L are read as 1, and O as 0. U is left out because it looks like V.
const longCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupCount = 4;
const groupLength = 4;

/** Four groups of four, 80 random bits, for a person to type: "7K3M-9QXT-04VA-HJ2C". */
export function createLongCode(): string {
  // 32 divides the 256 values of a byte, so every character is equally likely.
  const characters = Array.from(randomBytes(groupCount * groupLength), (byte) =>
    longCodeAlphabet.charAt(byte % longCodeAlphabet.length),
  ).join('');
  return (characters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-');
}

/** The form that is stored and compared. Ignores case, spaces, dashes and look-alikes. */
export function readLongCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
}
