import { randomBytes } from 'node:crypto';

// Crockford's 32, each five bits: no I, L and O, which are read as the 1 and the 0 that they look like, and no U, which
// looks like V.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupCount = 4;
const groupLength = 4;

/** Four groups of four, 80 random bits, for a person to type: "7K3M-9QXT-04VA-HJ2C". */
export function createLongCode(): string {
  // A byte is one of 256, which 32 divides: every character is as likely as any other.
  const characters = Array.from(randomBytes(groupCount * groupLength), (byte) =>
    alphabet.charAt(byte % alphabet.length),
  ).join('');
  return (characters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-');
}

/** A code as it is kept and compared, however it was typed: case, spaces, dashes and look-alikes do not count. */
export function readLongCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
}
