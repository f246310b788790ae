import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import { moneyOnItsWay, sumOnItsWay, type MoneyOnItsWay } from '../wallet/money-on-its-way.ts';

/** Both ends of a transfer, and what of the sender's wallet the transfer does not touch. */
export interface TransferParties {
  readonly senderAddress: string;
  /** Null where the address belongs to nobody. */
  readonly recipientId: string | null;
  /** In the asset's smallest unit. */
  readonly senderAvailable: bigint;
  readonly senderHeld: bigint;
  readonly senderPending: bigint;
  readonly isTwoFactorOn: boolean;
  readonly isSenderFrozen: boolean;
}

interface PartiesRow extends Omit<TransferParties, 'senderPending'> {
  readonly onTheirWay: MoneyOnItsWay[];
}

/** One call: it stands on the path of every transfer. */
export async function findTransferParties(
  db: Database,
  options: { senderId: string; recipientAddress: string; asset: AssetCode },
): Promise<TransferParties> {
  const { rows } = await db.pool.query<PartiesRow>({
    // Planned once a connection: planning would cost more than the lookups.
    name: 'find-transfer-parties',
    text: `select sender.address as "senderAddress",
            (select id from app_user where address = $2 and deleted_at is null) as "recipientId",
            coalesce((select balance from account
                       where owner_id = sender.id and asset = $3 and kind = 'available'), 0) as "senderAvailable",
            coalesce((select balance from account
                       where owner_id = sender.id and asset = $3 and kind = 'held'), 0) as "senderHeld",
            sender.two_factor_enabled_at is not null as "isTwoFactorOn",
            sender.frozen_at is not null and (sender.unfreezes_at is null or sender.unfreezes_at > now())
              as "isSenderFrozen",
            ${moneyOnItsWay('sender.id')} as "onTheirWay"
       from app_user sender where sender.id = $1`,
    values: [options.senderId, options.recipientAddress, options.asset],
  });
  const [parties] = rows;
  if (parties === undefined) throw new Error('a session of nobody');
  const { onTheirWay, ...others } = parties;
  return { ...others, senderPending: sumOnItsWay(onTheirWay, options.asset) };
}
