import type { News } from '@mercury/contract/api/notices.ts';
import { tradeTypes, type TradeType } from '@mercury/contract/api/trade.ts';
import type { TransactionState } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import { daysKept, type DatedNews } from './queries.ts';

/**
 * News of transfers and trades is looked for among so many of a person's latest rows of history. Of an account that sends
 * thousands, older arrivals show in its history alone: an index of arrivals would cost every transfer.
 */
const rowsLookedAtMax = 1000;

interface MoneyQuestion {
  readonly userId: string;
  readonly hasMoneyIn: boolean;
  readonly hasOthers: boolean;
}

interface MovedRow {
  readonly id: string;
  readonly at: Date;
  readonly type: 'TRANSFER' | TradeType;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly sender: string | null;
  /** Of a trade. */
  readonly from_asset: AssetCode | null;
  readonly from_amount: bigint | null;
  readonly to_asset: AssetCode | null;
  readonly to_amount: bigint | null;
  readonly is_recurring: boolean | null;
}

/** Received transfers and trades: their rows of history are final from the first, so these are the notices. */
export async function findMovedNews(
  { pool }: Database,
  { userId, hasMoneyIn, hasOthers: hasTrades }: MoneyQuestion,
): Promise<DatedNews[]> {
  const types = [...(hasMoneyIn ? ['TRANSFER'] : []), ...(hasTrades ? tradeTypes : [])];
  if (types.length === 0) return [];
  const { rows } = await pool.query<MovedRow>(
    // OFFSET 0 keeps each join a lookup.
    `select row.id, row.created_at as at, row.type, row.asset, row.amount, sender.username as sender,
            trade.from_asset, trade.from_amount, trade.to_asset, trade.to_amount,
            trade.is_recurring
       from (
         select * from (
           select id, created_at, type, direction, asset, amount, counterparty, transfer_id from wallet_transaction
            where user_id = $1 and created_at > now() - make_interval(days => $2)
            order by created_at desc, id desc limit $3
         ) latest
          where type = any ($4) and (type <> 'TRANSFER' or direction = 'in')
          order by created_at desc, id desc limit $5
       ) row
       left join lateral (
         select username from app_user
          where row.type = 'TRANSFER' and address = row.counterparty and deleted_at is null offset 0
       ) sender on true
       left join lateral (
         select * from trade_by($1, case when row.type <> 'TRANSFER' then row.transfer_id end) offset 0
       ) trade on true`,
    [userId, daysKept, rowsLookedAtMax, types, limits.noticesShownMax],
  );
  return rows.map((row) => ({ id: row.id, at: row.at, news: newsOfMoved(row) }));
}

function newsOfMoved(row: MovedRow): News {
  const { id: transactionId, type, asset, amount, sender } = row;
  if (type === 'TRANSFER') {
    const money = { currency: asset, amount: formatAmount(amountOf(asset, amount)) };
    return { kind: 'transfer_received', transactionId, ...money, sender };
  }
  const { from_asset: from, from_amount: fromAmount, to_asset: to, to_amount: toAmount } = row;
  if (from === null || fromAmount === null || to === null || toAmount === null) {
    throw new Error(`the row of history ${transactionId} has no trade`);
  }
  return {
    kind: 'trade_done',
    transactionId,
    type,
    fromCurrency: from,
    fromAmount: formatAmount(amountOf(from, fromAmount)),
    toCurrency: to,
    toAmount: formatAmount(amountOf(to, toAmount)),
    isRecurring: row.is_recurring === true,
  };
}

interface RailRow {
  readonly id: string;
  readonly at: Date;
  readonly type: 'DEPOSIT' | 'TOPUP' | 'WITHDRAW';
  readonly state: TransactionState;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string | null;
  readonly reference: string | null;
}

/** What a rail brought or took, or did not take. It is news when it ends. */
export async function findRailNews(
  { pool }: Database,
  { userId, hasMoneyIn, hasOthers: hasMoneyOut }: MoneyQuestion,
): Promise<DatedNews[]> {
  const types = [...(hasMoneyIn ? ['DEPOSIT', 'TOPUP'] : []), ...(hasMoneyOut ? ['WITHDRAW'] : [])];
  if (types.length === 0) return [];
  const { rows } = await pool.query<RailRow>(
    // The list of types stands here as the index has it.
    `select row.id, row.completed_at as at, row.type, row.state, row.asset, row.amount, row.fee,
            row.counterparty as address, withdrawal.external_reference as reference
       from (
         select * from wallet_transaction
          where user_id = $1 and type in ('DEPOSIT', 'TOPUP', 'WITHDRAW')
            and completed_at > now() - make_interval(days => $2)
            and type = any ($3) and (type = 'WITHDRAW' or status = 'COMPLETED')
          order by completed_at desc limit $4
       ) row
       left join lateral (
         select external_reference from withdrawal
          where row.type = 'WITHDRAW' and withdrawal.transaction_id = row.id offset 0
       ) withdrawal on true`,
    [userId, daysKept, types, limits.noticesShownMax],
  );
  return rows.map((row) => ({ id: row.id, at: row.at, news: newsOfRail(row) }));
}

function newsOfRail(row: RailRow): News {
  const { id: transactionId, type, asset, amount, fee } = row;
  const money = { transactionId, currency: asset, amount: formatAmount(amountOf(asset, amount)) };
  if (type === 'DEPOSIT') return { kind: 'deposit_credited', ...money };
  if (type === 'TOPUP') return { kind: 'topup_credited', ...money };
  if (isUnsent(row.state)) return { kind: unsentKinds[row.state], ...money };
  return {
    kind: 'withdrawal_sent',
    ...money,
    arrives: formatAmount(amountOf(asset, amount - fee)),
    address: row.address ?? '',
    reference: row.reference ?? '',
  };
}

const unsentKinds = {
  failed: 'withdrawal_failed',
  cancelled: 'withdrawal_cancelled',
  expired: 'withdrawal_expired',
} as const satisfies { readonly [State in TransactionState]?: News['kind'] };

function isUnsent(state: TransactionState): state is keyof typeof unsentKinds {
  return Object.hasOwn(unsentKinds, state);
}
