import type { Transaction } from './db/database.ts';

/**
 * What a feature keeps of a person. A freeze or a deletion runs the parts in the order of `features/features.ts`, in its
 * transaction and under the locks of the person's row and balances.
 */
export interface AccountPart {
  /** The name of the feature's folder. */
  readonly name: string;
  /** The person's own rows, no part of the books. A deletion removes them by `user_id`. */
  readonly personalTables?: readonly string[];
  /** With the column that names the person. Rows stay when the person leaves, and keep an account whose email nobody proved. */
  readonly moneyTables?: Readonly<Record<string, string>>;
  /**
   * SQL condition on the person `$1`: something is on its way that would reach a closed account. Not a function: one statement
   * asks all parts, so nothing that moves between them is missed.
   */
  readonly unfinished?: string;
  /** Takes back what must stop while the account is frozen. */
  readonly onFreeze?: (trx: Transaction, userId: string) => Promise<void>;
  /** Forgets what personalTables can't express. */
  readonly onDeletion?: (trx: Transaction, userId: string) => Promise<void>;
}
