import type { Transaction } from './db/database.ts';

/**
 * What a feature keeps of a person. A freeze or a deletion runs the parts in the order of `features/features.ts`, in its own
 * transaction, and by then holds the locks of the person's row and balances.
 */
export interface AccountPart {
  /** The name of the feature's folder. */
  readonly name: string;
  /** Tables with the person's own rows, which are no part of the books. A deletion removes them by `user_id`. */
  readonly personalTables?: readonly string[];
  /**
   * Tables of what money came to the person or left, each with the column that names the person. Their rows stay when the person
   * leaves, and whoever has one is not forgotten for want of a proof of the email.
   */
  readonly moneyTables?: Readonly<Record<string, string>>;
  /**
   * SQL condition on the person `$1`: true while something is on its way that would reach a closed account.
   * A condition, not a function: one statement asks all parts, so it can't miss what moves from one part to another.
   */
  readonly unfinished?: string;
  /** Takes back what must stop while the account is frozen. */
  readonly onFreeze?: (trx: Transaction, userId: string) => Promise<void>;
  /** Forgets what personalTables can't express. */
  readonly onDeletion?: (trx: Transaction, userId: string) => Promise<void>;
}
