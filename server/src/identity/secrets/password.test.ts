import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DomainError } from '../../errors.ts';
import { securityParameters } from '../../security-parameters.ts';
import { hashPassword, hashTogether, isOutdated, verifyPassword } from './password.ts';

test('verifies a password against its own hash only', async () => {
  const passwordHash = await hashPassword('correct horse 7');
  expect(await verifyPassword(passwordHash, 'correct horse 7')).toBe(true);
  expect(await verifyPassword(passwordHash, 'Correct horse 7')).toBe(false);
  expect(await verifyPassword(undefined, 'correct horse 7')).toBe(false);
});

test('hashes as docs/security.md says', async () => {
  const documented = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
  const [, mebibytes, passes, lanes] = /Argon2id, (\d+) MiB, t=(\d+), p=(\d+)/.exec(documented) ?? [];
  expect(securityParameters.passwordHash).toEqual({
    memoryCost: Number(mebibytes) * 1024,
    timeCost: Number(passes),
    parallelism: Number(lanes),
  });
  const prefix = '$argon2id$v=19$m=32768,t=3,p=1$';
  const [ofCode] = await hashTogether(['ABCD-EFGH']);
  expect([await hashPassword('correct horse 7'), ofCode]).toEqual(
    Array(2).fill(expect.stringContaining(prefix)),
  );
});

test('salts: one password has a new hash each time, none of them outdated', async () => {
  const hashes = await Promise.all([hashPassword('correct horse 7'), hashPassword('correct horse 7')]);
  expect(hashes[0]).not.toBe(hashes[1]);
  expect(hashes.map(isOutdated)).toEqual([false, false]);
  expect(isOutdated('$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA')).toBe(true);
});

test('hashes two at once, lets twenty wait, refuses the next, and takes the places that come free', async () => {
  const askAll = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => verifyPassword(undefined, 'wrong horse')));
  const refusalsOf = async (count: number) =>
    (await askAll(count)).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
  expect(await refusalsOf(23)).toEqual([expect.any(DomainError)]);
  expect(await refusalsOf(22)).toEqual([]);
});
