import { limits } from '@mercury/contract/limits.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { Services } from '../../services.ts';
import type { Circumstances, Verification } from './queries.ts';

/** Where the code of a withdrawal comes from; null where none is wanted. */
export function verificationOf(
  { rail, config }: Pick<Services, 'rail' | 'config'>,
  user: UserRow,
): Verification | null {
  if (user.two_factor_enabled_at !== null) return 'app';
  return rail.isSandbox && !config.withdrawalsNeedCode ? null : 'email';
}

/**
 * Where two-factor is on its code is the proof; elsewhere real money wants the password shown a moment ago.
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

/** On, or turned off so lately that it still holds. */
export function isAllowListOn(
  {
    withdraws_to_book_only,
    book_only_ends_at,
  }: Pick<UserRow, 'withdraws_to_book_only' | 'book_only_ends_at'>,
  now: Date,
): boolean {
  return withdraws_to_book_only && (book_only_ends_at === null || book_only_ends_at > now);
}

/** @throws DomainError AddressNotAllowed where the allow-list is on and does not name the address (for a day, on a real rail) */
export function requireAllowed(
  { rail }: Pick<Services, 'rail'>,
  { user, circumstances }: { user: UserRow; circumstances: Circumstances },
): void {
  if (!isAllowListOn(user, circumstances.now)) return;
  const isAllowed = rail.isSandbox ? circumstances.is_in_book : circumstances.is_settled_in_book;
  if (!isAllowed) throw new DomainError('AddressNotAllowed');
}

/** Where a withdrawal waits for its code. */
export interface CodeStep {
  readonly state: 'awaiting_confirmation';
  readonly waitsUntil: Date;
}

/** Where it goes once nothing has to be confirmed any more. */
export type ConfirmedStep =
  | { readonly state: 'waiting_period'; readonly waitsUntil: Date }
  | { readonly state: 'queued'; readonly waitsUntil: null };

/**
 * Where a confirmed withdrawal goes: real money waits a day before it leaves for an address that is new, or after a change
 * of what protects the account, so that its person has time to notice.
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
