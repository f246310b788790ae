import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../../errors.ts';
import { securityParameters } from '../../security-parameters.ts';

/** Argon2id is the library's default. */
const argon2Settings = securityParameters.passwordHash;
const currentPrefix = `$argon2id$v=19$m=${argon2Settings.memoryCost},t=${argon2Settings.timeCost},p=${argon2Settings.parallelism}$`;

/** No password has it: checking takes as long as with a real hash, and fails. */
export const absentHash = `${currentPrefix}${'A'.repeat(22)}$${'A'.repeat(43)}`;

// RFC 9106, 3.1. The library takes as many.
const saltBytes = 16;

const { atOnceMax, waitingMax } = securityParameters.passwordHashQueue;
const limit = pLimit(atOnceMax);

/** @throws DomainError Busy when too many wait already. */
async function takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const isFull = limit.activeCount + limit.pendingCount >= atOnceMax + waitingMax;
  if (isFull) throw new DomainError('Busy', { retryAfterSeconds: 2 });
  return limit(work);
}

/** One keyboard writes é as one character, another as two (NIST SP 800-63B-4). */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return takeTurn(() => hash(normalize(password), argon2Settings));
}

/** With one salt, so that one hash of a guess can be compared with all. */
export async function hashTogether(secrets: readonly string[]): Promise<string[]> {
  const salt = randomBytes(saltBytes);
  const hashes: string[] = [];
  // One at a time, or a concurrent sign-in would wait for all of them.
  for (const secret of secrets) hashes.push(await takeTurn(() => hash(secret, { ...argon2Settings, salt })));
  return hashes;
}

/** With the salt and settings of an existing hash: the same secret gives the same hash. */
export function hashLike(existingHash: string, guess: string): Promise<string> {
  const { memoryCost, timeCost, parallelism } = parseOptions(existingHash);
  const salt = Buffer.from(existingHash.split('$')[4] ?? '', 'base64');
  return takeTurn(() => hash(guess, { memoryCost, timeCost, parallelism, salt }));
}

/** Undefined, for no account, takes the same time and returns false. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await takeTurn(() => verify(passwordHash ?? absentHash, normalize(password)));
  return passwordHash !== undefined && isRight;
}

/** Other settings than today's. The next sign-in renews it. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(currentPrefix);
}
