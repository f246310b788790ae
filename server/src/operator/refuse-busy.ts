import { isLockTimeout } from '../db/database.ts';
import { RefusedError } from './command.ts';

/** For what waits until a market has done what is on its way. @throws RefusedError if that took too long */
export async function refuseBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isLockTimeout(error))
      throw new RefusedError('A market was busy for five seconds, and nothing was changed: try again');
    throw error;
  }
}
