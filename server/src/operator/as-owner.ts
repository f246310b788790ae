import pg from 'pg';
import { inTransaction, isLockTimeout, type Transaction } from '../db/database.ts';
import { type OperatorContext, RefusedError } from './command.ts';

/** For what the role that serves may not do. @throws RefusedError if the role does not own the tables */
export async function asOwner<Result>(
  { ownerDb }: Pick<OperatorContext, 'ownerDb'>,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(ownerDb, work);
  } catch (error) {
    if (isLockTimeout(error))
      throw new RefusedError('A market was busy for five seconds, and nothing was changed: try again');
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    throw new RefusedError('Only the owner of the tables can do that: set DATABASE_OWNER_URL');
  }
}
