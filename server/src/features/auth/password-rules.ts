import { limits } from '@mercury/contract/limits.ts';
import type { ValidationKey } from '@mercury/contract/validation.ts';
import { DomainError } from '../../errors.ts';

export interface NewPassword {
  readonly password: string;
  /** The field of the form that it was typed into, which is told what is wrong with it. */
  readonly field: string;
  /** What its person is called: name, username, email. */
  readonly names: readonly string[];
}

/**
 * What NIST SP 800-63B-4 (3.1.1.2) has refused whatever it is composed of: a password that everybody tries first, and
 * one's own name. Length and composition are the contract's.
 * @throws DomainError ValidationFailed on the field
 */
export async function verifyPasswordIsAllowed({ password, field, names }: NewPassword): Promise<void> {
  const key = await findFault(password, names);
  if (key !== undefined) throw new DomainError('ValidationFailed', { fieldErrors: [{ field, key }] });
}

async function findFault(password: string, names: readonly string[]): Promise<ValidationKey | undefined> {
  const plain = fold(password);
  if (names.flatMap(formsOf).some((name) => isDressedUp(plain, name))) return 'passwordPersonal';
  const common = await loadCommonPasswords();
  return candidatesOf(plain).some((candidate) => common.has(candidate)) ? 'passwordCommon' : undefined;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** A name as it may stand in a password. What is too short to be a username stands in many by chance. */
function formsOf(name: string): string[] {
  const folded = fold(name);
  const localPart = folded.slice(0, Math.max(0, folded.lastIndexOf('@')));
  return [folded, folded.replaceAll(/\s/g, ''), localPart].filter(
    (form) => form.length >= limits.usernameLengthMin,
  );
}

/** "ada", "Ada1815!", "--ada--": the name, with nothing but digits and punctuation added at its ends. */
function isDressedUp(password: string, name: string): boolean {
  const at = password.indexOf(name);
  if (at === -1) return false;
  return !/\p{L}/u.test(password.slice(0, at) + password.slice(at + name.length));
}

/** The password, and what it dresses up so as to please a form: "Password1!" is "password" to whoever guesses. */
function candidatesOf(password: string): string[] {
  return [
    password,
    password.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
    password.replaceAll(/^\P{L}+|\P{L}+$/gu, ''),
  ];
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Some 18,000 in two megabytes, read when the first password is chosen rather than at every start. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      // Shorter ones are refused as such. The list is in lower case.
      new Set(
        dictionary['passwords-common'].filter((password) => password.length >= limits.passwordLengthMin),
      ),
  );
  return commonPasswords;
}
