import { limits } from '@mercury/contract/limits.ts';
import { toAsciiDigit } from './typed-amount.ts';

/** The content of the boxes: one character or none in each. */
export type CodeCharacters = readonly string[];

const boxCount = limits.verificationCodeLength;
const pastedPattern = /^[A-Za-z0-9]{4,8}$/;

export const emptyCode: CodeCharacters = Array.from({ length: boxCount }, () => '');

export function codeOf(characters: CodeCharacters): string {
  return characters.join('').toUpperCase();
}

export function isCodeFull(characters: CodeCharacters): boolean {
  return characters.every((character) => character !== '');
}

/** The character that a box keeps of its input: the last one, if it is a letter or a digit of any script. */
export function keptCharacter(typed: string): string | null {
  if (typed === '') return '';
  const last = toAsciiDigit(typed.slice(-1));
  return /^[A-Za-z0-9]$/.test(last) ? last.toUpperCase() : null;
}

export function withCharacter(characters: CodeCharacters, index: number, character: string): CodeCharacters {
  return characters.map((present, at) => (at === index ? character : present));
}

/** A pasted code of 4 to 8 letters or digits fills the boxes from its first six; anything else changes nothing. */
export function pastedCode(text: string): CodeCharacters | null {
  const trimmed = Array.from(text.trim(), toAsciiDigit).join('');
  if (!pastedPattern.test(trimmed)) return null;
  return emptyCode.map((_, index) => trimmed.charAt(index).toUpperCase());
}

/** The first six digits of the typed or pasted text, in the digits of any script. */
export function pastedDigits(text: string): string {
  const digits = Array.from(text, toAsciiDigit).filter((character) => /^[0-9]$/.test(character));
  return digits.slice(0, limits.twoFactorCodeLength).join('');
}
