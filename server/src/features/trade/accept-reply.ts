import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { acceptQuote } from '@mercury/contract/api/trade.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../../db/database.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { BalanceAfter, Receipt } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { priceOf } from '../market/price-of.ts';
import { nothingBehind, presentTransaction } from '../transactions/present.ts';
import { moneyOnItsWay, sumOnItsWay, type MoneyOnItsWay } from '../wallet/money-on-its-way.ts';
import { presentWallet } from '../wallet/present.ts';
import { sidesOf, tradeInHistory, type TradeRow } from './trade-record.ts';

/** The parts of the paid-into wallet that a trade does not change, in smallest units. */
export interface Untouched {
  readonly held: bigint;
  readonly pending: bigint;
}

export async function findUntouched(
  trx: Transaction,
  wallets: readonly { readonly userId: string; readonly asset: AssetCode }[],
): Promise<Untouched[]> {
  const { rows } = await trx.client.query<{ held: bigint; asset: AssetCode; onTheirWay: MoneyOnItsWay[] }>(
    `select asked.asset,
            coalesce((select balance from account
                       where owner_id = asked.user_id and asset = asked.asset and kind = 'held'), 0) as held,
            ${moneyOnItsWay('asked.user_id')} as "onTheirWay"
       from unnest($1::uuid[], $2::text[]) with ordinality as asked (user_id, asset, position)
      order by asked.position`,
    [wallets.map(({ userId }) => userId), wallets.map(({ asset }) => asset)],
  );
  return rows.map(({ held, asset, onTheirWay }) => ({ held, pending: sumOnItsWay(onTheirWay, asset) }));
}

/** The reply to the first call under a key. A repeat gets this reply as it was stored. */
export function presentAccepted(
  services: Pick<Services, 'market' | 'rail' | 'settings'>,
  accepted: { user: UserRow; untouched: Untouched; receipt: Receipt; trade: TradeRow },
): ReplyOf<typeof acceptQuote> {
  const { user, untouched, receipt, trade } = accepted;
  const asset = trade.to_asset;
  const after = balanceAfter(receipt, asset);
  return {
    success: true,
    transaction: presentTrade(trade, new Date(receipt.postedAt)),
    wallet: presentWallet({
      userId: user.id,
      walletAddress: user.address,
      holding: {
        asset,
        available: BigInt(after.balance),
        inOrders: BigInt(after.reserved ?? '0'),
        ...untouched,
      },
      known: priceOf(services, asset),
      rail: services.rail,
    }),
  };
}

function presentTrade(trade: TradeRow, at: Date) {
  const { amount, fee, direction } = tradeInHistory(sidesOf(trade));
  return presentTransaction({
    ...nothingBehind,
    id: trade.transaction_id,
    user_id: trade.user_id,
    type: trade.type,
    asset: amount.asset,
    amount: amount.minorUnits,
    fee,
    direction,
    status: 'COMPLETED',
    state: 'completed',
    counterparty: null,
    note: null,
    timeline: [{ state: 'completed', at: at.toISOString() }],
    created_at: at,
    completed_at: at,
    usd_value: trade.usd_value,
    trade_from_asset: trade.from_asset,
    trade_from_amount: trade.from_amount,
    trade_fee_asset: trade.from_asset,
    trade_fee: trade.fee,
    trade_to_asset: trade.to_asset,
    trade_to_amount: trade.to_amount,
    trade_rate_base: trade.rate_base,
    trade_rate_scaled: trade.rate_scaled,
    trade_is_recurring: trade.recurring_buy_id !== null,
    trade_market: null,
  });
}

function balanceAfter({ balances }: Receipt, asset: AssetCode): BalanceAfter {
  const found = balances.find((balance) => balance.asset === asset);
  if (found === undefined) throw new Error('the receipt of a trade lacks one of its sides');
  return found;
}
