import type { Transaction } from './db/database.ts';

/**
 * What a feature keeps of a person. A freeze and a deletion go through the parts in the order of `features/features.ts`,
 * within their own transaction, and hold the person's row and balances by then.
 */
export interface AccountPart {
  /** As the feature's folder is called. */
  readonly name: string;
  /** Tables whose rows are a person's own and no part of the books: removed with the account, by `user_id`. */
  readonly personalTables?: readonly string[];
  /**
   * SQL about the person `$1`: true while something is on its way that would come to an account which nobody can open.
   * A condition and no function: all are asked in one statement, so that what moves from one to another is missed by none.
   */
  readonly unfinished?: string;
  /** Takes back what must not go on while the account is frozen. */
  readonly onFreeze?: (trx: Transaction, userId: string) => Promise<void>;
  /** Forgets what personalTables can't say. */
  readonly onDeletion?: (trx: Transaction, userId: string) => Promise<void>;
}
