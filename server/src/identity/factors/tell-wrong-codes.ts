import { inTransaction, type Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { logUnusual, tellUnusual, type UnusualKind } from '../events/unusual.ts';
import { lockPerson } from '../person/locks.ts';

interface WrongCode {
  readonly userId: string;
  readonly origin: Origin;
  /** How many there have been in a row, with this one. */
  readonly wrongInRow: number;
}

/**
 * Tells of many wrong codes in a row, from the fifth on: where the fifth could not be told, the next is. Answers what was told, to
 * be logged after the commit.
 */
export async function tellWrongCode(
  trx: Transaction,
  { userId, origin, wrongInRow }: WrongCode,
): Promise<UnusualKind | undefined> {
  if (!isUnusual(wrongInRow)) return undefined;
  const user = await lockPerson(trx, userId);
  return user && tellUnusual(trx, user, { kind: 'many_wrong_codes', origin });
}

/** Likewise, of a code whose try was committed before it was looked at. */
export async function tellCountedCode(
  { db, log }: Pick<Services, 'db' | 'log'>,
  wrong: WrongCode,
): Promise<void> {
  if (!isUnusual(wrong.wrongInRow)) return;
  const told = await inTransaction(db, (trx) => tellWrongCode(trx, wrong));
  logUnusual(log, wrong.userId, told);
}

function isUnusual(wrongInRow: number): boolean {
  return wrongInRow >= securityParameters.unusual.wrongCodesInRow;
}
