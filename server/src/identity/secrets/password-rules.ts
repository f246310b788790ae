import { limits } from '@mercury/contract/limits.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import type { ValidationKey } from '@mercury/contract/validation.ts';
import { DomainError } from '../../errors.ts';

export interface NewPassword {
  readonly password: string;
  /** It shows what is wrong. */
  readonly field: string;
  /** The person's name, username and email. */
  readonly names: readonly string[];
}

/**
 * What NIST SP 800-63B-4 (3.1.1.2) refuses: common passwords, repeated or consecutive characters, names of the product and the
 * person. The contract checks length and composition.
 * @throws DomainError ValidationFailed on the field
 */
export async function verifyPasswordIsAllowed({ password, field, names }: NewPassword): Promise<void> {
  const key = await findFault(password, names);
  if (key !== undefined) throw new DomainError('ValidationFailed', { fieldErrors: [{ field, key }] });
}

async function findFault(password: string, names: readonly string[]): Promise<ValidationKey | undefined> {
  const plain = fold(password);
  if (names.flatMap(formsOf).some((name) => isDressedUp(plain, name))) return 'passwordPersonal';
  const candidates = candidatesOf(plain);
  if (plain.trim() === '' || candidates.some(isMonotonous) || namesTheProduct(plain)) return 'passwordCommon';
  const common = await loadCommonPasswords();
  return candidates.some((candidate) => common.has(candidate)) ? 'passwordCommon' : undefined;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Without forms shorter than a username, which many passwords contain by chance. */
function formsOf(name: string): string[] {
  const folded = fold(name);
  const localPart = folded.slice(0, Math.max(0, folded.lastIndexOf('@')));
  return [folded, folded.replaceAll(/\s/g, ''), localPart].filter(
    (form) => form.length >= limits.usernameLengthMin,
  );
}

// Room for a date and little more: a longer addition is a secret of its own.
const dressLengthMax = 8;

/** Added to a name to satisfy a form. */
function isDress(added: string): boolean {
  return !/\p{L}/u.test(added) && Array.from(added).length <= dressLengthMax;
}

/** "ada", "Ada1815!", "--ada--". */
function isDressedUp(password: string, name: string): boolean {
  const at = password.indexOf(name);
  if (at === -1) return false;
  return isDress(password.slice(0, at) + password.slice(at + name.length));
}

/** Also the word that it decorates: an attacker's guess "password" covers "Password1!". */
function candidatesOf(password: string): string[] {
  return [
    password,
    password.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
    password.replaceAll(/^\P{L}+|\P{L}+$/gu, ''),
  ];
}

// Good passwords contain shorter ones by chance.
const monotonousLengthMin = 6;
const repeatedLengthMax = 4;

/** "aaaaaaaa", "abcabcab", "abcdefgh", "qwert54321". */
function isMonotonous(text: string): boolean {
  const characters = Array.from(text);
  if (characters.length < monotonousLengthMin) return false;
  for (let length = 1; length <= repeatedLengthMax && 2 * length <= characters.length; length += 1) {
    if (characters.every((each, at) => at < length || each === characters[at - length])) return true;
  }
  const breaks = characters.filter((each, at) => at > 0 && !areNeighbours(characters[at - 1] ?? '', each));
  return breaks.length < Math.floor(characters.length / 4);
}

const keyboardRows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
];

/** In the alphabet, among digits, or on a keyboard, in either direction. */
function areNeighbours(one: string, other: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(one + other)) return false;
  if (Math.abs((one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)) <= 1) return true;
  return keyboardRows.some((row) => row.includes(one + other) || row.includes(other + one));
}

function namesTheProduct(password: string): boolean {
  return [productName, coinCode].some((name) => {
    const rest = password.replaceAll(fold(name), '');
    return rest !== password && isDress(rest);
  });
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Two megabytes, so only for the first chosen password. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      // The length rule refuses shorter ones. The list is in lower case.
      new Set(
        dictionary['passwords-common'].filter((password) => password.length >= limits.passwordLengthMin),
      ),
  );
  return commonPasswords;
}
