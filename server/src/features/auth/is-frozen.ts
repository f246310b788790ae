import type { UserRow } from '../users/find-user.ts';

/** Frozen by a link or by the operator, and not over yet. */
export function isFrozen({ frozen_at, unfreezes_at }: UserRow): boolean {
  return frozen_at !== null && (unfreezes_at === null || unfreezes_at.getTime() > Date.now());
}
