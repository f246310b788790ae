import pg from 'pg';
import { inTransaction, type Transaction } from '../db/database.ts';
import { type OperatorContext, RefusedError } from './command.ts';
import { refuseBusy } from './refuse-busy.ts';

/** For what the role that serves may not do. @throws RefusedError if the role does not own the tables */
export async function asOwner<Result>(
  { ownerDb }: Pick<OperatorContext, 'ownerDb'>,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await refuseBusy(() => inTransaction(ownerDb, work));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    throw new RefusedError('Only the owner of the tables can do that: set DATABASE_OWNER_URL');
  }
}
