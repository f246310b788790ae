import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';

/** Both ends of a transfer, and what of the sender's wallet the transfer does not touch. */
export interface TransferParties {
  readonly senderAddress: string;
  /** Null where the address belongs to nobody. */
  readonly recipientId: string | null;
  /** In the asset's smallest unit. */
  readonly senderHeld: bigint;
  readonly senderPending: bigint;
}

/** One call: it stands on the path of every transfer. */
export async function findTransferParties(
  db: Database,
  options: { senderId: string; recipientAddress: string; asset: AssetCode },
): Promise<TransferParties> {
  const { rows } = await db.pool.query<TransferParties>(
    `select sender.address as "senderAddress",
            (select id from app_user where address = $2 and deleted_at is null) as "recipientId",
            coalesce((select balance from account
                       where owner_id = sender.id and asset = $3 and kind = 'held'), 0) as "senderHeld",
            coalesce((select sum(credit_amount) from topup
                       where user_id = sender.id and credit_asset = $3 and state = 'payment_seen'), 0) as "senderPending"
       from app_user sender where sender.id = $1`,
    [options.senderId, options.recipientAddress, options.asset],
  );
  const [parties] = rows;
  if (parties === undefined) throw new Error('a session of nobody');
  return parties;
}
