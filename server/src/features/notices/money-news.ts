import type { News } from '@mercury/contract/api/notices.ts';
import { tradeTypes, type TradeType } from '@mercury/contract/api/trade.ts';
import type { TransactionState } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import { joinFilledOrder } from './filled-order.ts';
import { daysKept, type DatedNews } from './queries.ts';

/**
 * News of transfers and trades is looked for among so many of a person's latest rows of history. Of an account that sends
 * thousands, older arrivals show in its history alone: an index of arrivals would cost every transfer.
 */
const rowsLookedAtMax = 1000;

const latestRows = `
  select * from wallet_transaction
   where user_id = $1 and created_at > now() - make_interval(days => $2)
   order by created_at desc, id desc limit $3`;

interface TransferRow {
  readonly id: string;
  readonly at: Date;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly sender: string | null;
}

/** Received transfers: their rows of history are final from the first, so these are the notices. */
export async function findReceivedTransfers({ pool }: Database, userId: string): Promise<DatedNews[]> {
  const { rows } = await pool.query<TransferRow>(
    // OFFSET 0 keeps the join a lookup.
    `select row.id, row.created_at as at, row.asset, row.amount, sender.username as sender
       from (
         select * from (${latestRows}) latest
          where type = 'TRANSFER' and direction = 'in'
          order by created_at desc, id desc limit $4
       ) row
       left join lateral (
         select username from app_user where address = row.counterparty and deleted_at is null offset 0
       ) sender on true`,
    [userId, daysKept, rowsLookedAtMax, limits.noticesShownMax],
  );
  return rows.map(({ id, at, asset, amount, sender }) => {
    const money = { currency: asset, amount: formatAmount(amountOf(asset, amount)) };
    return { id, at, news: { kind: 'transfer_received', transactionId: id, ...money, sender } };
  });
}

interface TradeRow {
  readonly id: string;
  readonly at: Date;
  readonly type: TradeType;
  readonly from_asset: AssetCode;
  readonly from_amount: bigint;
  readonly to_asset: AssetCode;
  readonly to_amount: bigint;
  readonly is_recurring: boolean;
  readonly trade_count: number;
}

/** Trades, likewise. Those of one order are one notice: it is the newest of their rows, and tells their sum. */
export async function findTrades({ pool }: Database, userId: string): Promise<DatedNews[]> {
  const { rows } = await pool.query<TradeRow>(
    `select (array_agg(row.id order by row.created_at desc, row.id desc))[1] as id, max(row.created_at) as at, row.type,
            trade.from_asset, sum(trade.from_amount) as from_amount, trade.to_asset, sum(trade.to_amount) as to_amount,
            bool_or(trade.is_recurring) as is_recurring, sum(filled.trade_count)::int as trade_count
       from (${latestRows}) row
       ${joinFilledOrder}
       cross join lateral (select * from trade_by(row.user_id, row.transfer_id) offset 0) trade
      where row.type = any ($4)
      group by coalesce(filled.order_id, row.id), row.type, trade.from_asset, trade.to_asset
      order by at desc, id desc limit $5`,
    [userId, daysKept, rowsLookedAtMax, tradeTypes, limits.noticesShownMax],
  );
  return rows.map((row) => ({ id: row.id, at: row.at, news: newsOfTrade(row) }));
}

function newsOfTrade(row: TradeRow): News {
  const { id: transactionId, type, from_asset: from, to_asset: to } = row;
  return {
    kind: 'trade_done',
    transactionId,
    type,
    fromCurrency: from,
    fromAmount: formatAmount(amountOf(from, row.from_amount)),
    toCurrency: to,
    toAmount: formatAmount(amountOf(to, row.to_amount)),
    isRecurring: row.is_recurring,
    tradeCount: row.trade_count,
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
  { userId, hasMoneyIn, hasMoneyOut }: { userId: string; hasMoneyIn: boolean; hasMoneyOut: boolean },
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

/** What an operator put right. Index wallet_transaction_corrections. */
export async function findCorrections(
  { pool }: Database,
  { userId, hasMoneyIn, hasMoneyOut }: { userId: string; hasMoneyIn: boolean; hasMoneyOut: boolean },
): Promise<DatedNews[]> {
  const directions = [...(hasMoneyIn ? ['in'] : []), ...(hasMoneyOut ? ['out'] : [])];
  const { rows } = await pool.query<
    Pick<RailRow, 'id' | 'at' | 'asset' | 'amount'> & { direction: 'in' | 'out' }
  >(
    `select id, completed_at as at, asset, amount, direction from wallet_transaction
      where user_id = $1 and type = 'CORRECTION' and completed_at > now() - make_interval(days => $2)
        and direction = any ($3)
      order by completed_at desc limit $4`,
    [userId, daysKept, directions, limits.noticesShownMax],
  );
  return rows.map(({ id, at, asset, amount, direction }) => ({
    id,
    at,
    news: {
      kind: `correction_${direction}`,
      transactionId: id,
      currency: asset,
      amount: formatAmount(amountOf(asset, amount)),
    },
  }));
}
