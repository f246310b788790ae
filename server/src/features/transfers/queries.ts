import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { batchReads } from '../../db/batched-read.ts';
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
  readonly position: number;
  readonly onTheirWay: MoneyOnItsWay[];
}

export interface PartiesQuestion {
  readonly senderId: string;
  readonly recipientAddress: string;
  readonly asset: AssetCode;
}
export type FindTransferParties = (question: PartiesQuestion) => Promise<TransferParties>;

/** One query for all who ask together: it stands on the path of every transfer. */
export function createPartiesFinder(db: Database): FindTransferParties {
  return batchReads((questions: readonly PartiesQuestion[]) => findPartiesOf(db, questions));
}

async function findPartiesOf(
  db: Database,
  questions: readonly PartiesQuestion[],
): Promise<TransferParties[]> {
  const { rows } = await db.pool.query<PartiesRow>({
    // Planned once a connection: planning would cost more than the lookups.
    name: 'find-transfer-parties',
    text: `select asked.position::integer, sender.address as "senderAddress",
            (select id from app_user where address = asked.recipient_address and deleted_at is null) as "recipientId",
            coalesce((select balance from account
                       where owner_id = sender.id and asset = asked.asset and kind = 'available'), 0) as "senderAvailable",
            coalesce((select balance from account
                       where owner_id = sender.id and asset = asked.asset and kind = 'held'), 0) as "senderHeld",
            sender.two_factor_enabled_at is not null as "isTwoFactorOn",
            sender.frozen_at is not null and (sender.unfreezes_at is null or sender.unfreezes_at > now())
              as "isSenderFrozen",
            ${moneyOnItsWay('sender.id')} as "onTheirWay"
       from unnest($1::uuid[], $2::text[], $3::text[])
         with ordinality as asked (sender_id, recipient_address, asset, position)
       -- OFFSET 0 keeps it a lookup for each.
       cross join lateral (select * from app_user where app_user.id = asked.sender_id offset 0) sender`,
    values: [
      questions.map(({ senderId }) => senderId),
      questions.map(({ recipientAddress }) => recipientAddress),
      questions.map(({ asset }) => asset),
    ],
  });
  const found = new Map(rows.map((row) => [row.position, row]));
  return questions.map(({ asset }, index) => partiesOf(found.get(index + 1), asset));
}

function partiesOf(row: PartiesRow | undefined, asset: AssetCode): TransferParties {
  if (row === undefined) throw new Error('a session of nobody');
  const { position: _position, onTheirWay, ...parties } = row;
  return { ...parties, senderPending: sumOnItsWay(onTheirWay, asset) };
}
