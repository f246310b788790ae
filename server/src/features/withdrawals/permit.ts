import { limits } from '@mercury/contract/limits.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { Services } from '../../services.ts';
import type { Circumstances, Verification } from './queries.ts';

/** Where the withdrawal's code comes from; null when no code is needed. */
export function verificationOf(
  { rail, config }: Pick<Services, 'rail' | 'config'>,
  { user, isProgram }: { user: UserRow; isProgram: boolean },
): Verification | null {
  // The code was shown when the key was granted its scope. Nobody reads a mail for a program.
  if (isProgram) return null;
  if (user.two_factor_enabled_at !== null) return 'app';
  return rail.isSandbox && !config.withdrawalsNeedCode ? null : 'email';
}

/**
 * With two-factor on, its code is the proof. Otherwise real money needs a proof that was shown a moment ago.
 * @throws DomainError ProofRequired
 */
export function requireProof(
  { rail }: Pick<Services, 'rail'>,
  { session, verification }: { session: Session; verification: Verification | null },
): void {
  if (!rail.isSandbox && verification === 'email' && !session.isProved) {
    throw new DomainError('ProofRequired');
  }
}

/** On, or turned off so recently that it still applies. */
export function isAllowListOn(
  {
    withdraws_to_book_only,
    book_only_ends_at,
  }: Pick<UserRow, 'withdraws_to_book_only' | 'book_only_ends_at'>,
  now: Date,
): boolean {
  return withdraws_to_book_only && (book_only_ends_at === null || book_only_ends_at > now);
}

/**
 * A program pays only to the book, whether the allow-list is on or not.
 * @throws DomainError AddressNotAllowed when the book does not name the address (for a day, on a real rail)
 */
export function requireAllowed(
  { rail }: Pick<Services, 'rail'>,
  { user, circumstances, isProgram }: { user: UserRow; circumstances: Circumstances; isProgram: boolean },
): void {
  if (!isProgram && !isAllowListOn(user, circumstances.now)) return;
  const isAllowed = rail.isSandbox ? circumstances.is_in_book : circumstances.is_settled_in_book;
  if (!isAllowed) throw new DomainError('AddressNotAllowed');
}

export interface CodeStep {
  readonly state: 'awaiting_confirmation';
  readonly waitsUntil: Date;
}

/** The next state once nothing is left to confirm. */
export type ConfirmedStep =
  | { readonly state: 'waiting_period'; readonly waitsUntil: Date }
  | { readonly state: 'queued'; readonly waitsUntil: null };

/**
 * The next state of a confirmed withdrawal. Real money waits a day before it goes to a new address, or after a change of the
 * account's protection, so that the person has time to notice.
 */
export function nextStepOf({ rail }: Pick<Services, 'rail'>, circumstances: Circumstances): ConfirmedStep {
  const { is_settled_in_book, was_paid_before, has_changed_protection, now } = circumstances;
  const isNewAddress = !is_settled_in_book && !was_paid_before;
  if (rail.isSandbox || !(isNewAddress || has_changed_protection))
    return { state: 'queued', waitsUntil: null };
  return { state: 'waiting_period', waitsUntil: new Date(now.getTime() + limits.withdrawalWaitMs) };
}

export function codeStepOf({ now }: Circumstances): CodeStep {
  return {
    state: 'awaiting_confirmation',
    waitsUntil: new Date(now.getTime() + limits.withdrawalCodeMs),
  };
}
