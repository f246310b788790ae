import type { TransactionType } from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../../db/database.ts';
import { counterpartyUsername } from './counterparty-username.ts';

/** By one transfer, in the smallest unit. */
export interface MovementRow {
  readonly asset: AssetCode;
  readonly transfer_id: string;
  readonly booked_at: Date;
  readonly amount: bigint;
  /** A correction may lack a row of history. */
  readonly id: string | null;
  readonly type: TransactionType | null;
  readonly fee: bigint | null;
  readonly usd_value: bigint | null;
  readonly counterparty: string | null;
  readonly counterparty_username: string | null;
  readonly note: string | null;
}

export interface OpeningRow {
  readonly asset: AssetCode;
  readonly opening: bigint;
}

/**
 * Available and held count together: a withdrawal shows once it is paid out. A transfer's time is when its transaction began, but
 * one that waited for a lock is booked after one that began later. So each entry counts at the latest time so far on its account,
 * and no balance is one that the account never had. OFFSET 0 keeps each join an index lookup, even without statistics. Reads only
 * the person's entries.
 */
const movements = `
  with own as (
    select entry.asset, entry.transfer_id, entry.amount, entry.account_version, account.kind as account_kind,
           max(transfer.created_at) over (partition by entry.account_id order by entry.account_version) as booked_at
      from account
      cross join lateral (select * from entry where entry.account_id = account.id offset 0) entry
      cross join lateral (select * from transfer where transfer.id = entry.transfer_id offset 0) transfer
     where account.owner_id = $1
  ), movement as (
    select asset, transfer_id, sum(amount) as amount,
           coalesce(max(booked_at) filter (where account_kind = 'available'), max(booked_at)) as booked_at,
           max(account_version) filter (where account_kind = 'available') as available_version,
           max(account_version) filter (where account_kind = 'held') as held_version
      from own
     group by asset, transfer_id
    having sum(amount) <> 0
  )`;

/** Read openings and movements in one snapshot. */
export async function findOpenings(
  trx: Transaction,
  { userId, from }: { userId: string; from: string },
): Promise<readonly OpeningRow[]> {
  const { rows } = await trx.client.query<OpeningRow>(
    `${movements} select asset, sum(amount) as opening from movement where booked_at < $2 group by asset`,
    [userId, from],
  );
  return rows;
}

/** Within [from, to), per asset in booking order. */
export async function findMovements(
  trx: Transaction,
  { userId, from, to, limit }: { userId: string; from: string; to: string; limit: number },
): Promise<readonly MovementRow[]> {
  const { rows } = await trx.client.query<MovementRow>(
    `${movements}
     select movement.asset, movement.transfer_id, movement.booked_at, movement.amount,
            history.id, history.type, history.counterparty,
            ${counterpartyUsername('history')} as counterparty_username,
            case when ${isNoteFromStranger('history')} then null else history.note end as note,
            -- A trade has one row of history and a line in each of its currencies.
            case when trade.fee_asset is null then history.fee when movement.asset = trade.fee_asset then trade.fee else 0 end
              as fee,
            -- Of dollars their own amount: what history keeps of them is in whole cents.
            case when movement.asset = 'USD' then abs(movement.amount) else history.usd_value end as usd_value
       from movement
       left join lateral (
         select * from (select * from wallet_transaction where transfer_id = movement.transfer_id offset 0) row
          where user_id = $1 and (asset = movement.asset or type in ('BUY', 'SELL', 'EXCHANGE'))
          order by id limit 1
       ) history on true
       left join lateral (
         select * from trade_by(
           $1, case when history.type in ('BUY', 'SELL', 'EXCHANGE') then movement.transfer_id end
         ) offset 0
       ) trade on true
      where movement.booked_at >= $2 and movement.booked_at < $3
      order by movement.booked_at, movement.available_version nulls last, movement.held_version
      limit $4`,
    [userId, from, to, limit],
  );
  return rows;
}

/** SQL: the sender is neither a contact nor was ever paid. */
export function isNoteFromStranger(row: 'row' | 'history'): string {
  return `(
    ${row}.type = 'TRANSFER' and ${row}.direction = 'in' and ${row}.note <> ''
    and not exists (
      select from contact where contact.user_id = ${row}.user_id and contact.wallet_address = ${row}.counterparty
    )
    and not exists (
      select from paid_recipient paid where paid.user_id = ${row}.user_id and paid.address = ${row}.counterparty
    )
  )`;
}
