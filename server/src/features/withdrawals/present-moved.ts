import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { verifyWithdrawal } from '@mercury/contract/api/withdrawals.ts';
import type { Services } from '../../services.ts';
import { showTransaction } from '../transactions/show-transaction.ts';
import { showWallet } from '../wallet/show-wallet.ts';
import type { WithdrawalRow } from './queries.ts';

/** The reply to verifying and cancelling: the transaction and the wallet after the commit. */
export async function presentMoved(
  services: Services,
  { user_id, transaction_id, asset }: Pick<WithdrawalRow, 'user_id' | 'transaction_id' | 'asset'>,
): Promise<ReplyOf<typeof verifyWithdrawal>> {
  const [transaction, wallet] = await Promise.all([
    showTransaction(services, { userId: user_id, id: transaction_id }),
    showWallet(services, user_id, asset),
  ]);
  if (transaction === undefined) throw new Error('a withdrawal without its row of history');
  return { success: true, transaction, wallet };
}
