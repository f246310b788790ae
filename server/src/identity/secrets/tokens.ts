import { createHash, randomBytes, randomInt } from 'node:crypto';
import { limits } from '@mercury/contract/limits.ts';

const tokenBytes = 32;

/** 256 random bits, safe in a URL and in a header. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** 256 bits can't be guessed, so a fast hash without a salt is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

// Without 0, O, 1, I and L: people confuse them.
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function createCode(): string {
  return Array.from({ length: limits.verificationCodeLength }, () =>
    codeAlphabet.charAt(randomInt(codeAlphabet.length)),
  ).join('');
}

/** The hash fits no other account, address or purpose. */
export interface CodeBinding {
  readonly userId: string;
  readonly email: string;
  readonly purpose: string;
}

/** Ignores case. Such a short code can be found from any hash: limits on tries and minutes protect it. */
export function hashCode(code: string, { userId, email, purpose }: CodeBinding): Buffer {
  return createHash('sha256')
    .update([purpose, userId, email.toLowerCase(), code.toUpperCase()].join('\n'))
    .digest();
}

// Crockford's base 32: I and L are read as 1, O as 0; U looks like V.
const longCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupCount = 4;
const groupLength = 4;

/** 80 random bits to type: "7K3M-9QXT-04VA-HJ2C". */
export function createLongCode(): string {
  // 32 divides 256, so every character is equally likely.
  const characters = Array.from(randomBytes(groupCount * groupLength), (byte) =>
    longCodeAlphabet.charAt(byte % longCodeAlphabet.length),
  ).join('');
  return (characters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-');
}

/** As stored and compared: without case, spaces, dashes and look-alikes. */
export function readLongCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
}
