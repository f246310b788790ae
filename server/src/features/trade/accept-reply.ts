import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { acceptQuote } from '@mercury/contract/api/trade.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice, parsePrice } from '@mercury/contract/money/price.ts';
import * as z from 'zod/mini';
import type { Transaction } from '../../db/database.ts';
import type { JsonValue, Receipt } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { priceOf, type KnownPrice } from '../market/price-of.ts';
import { nothingBehind, presentTransaction } from '../transactions/present.ts';
import type { UserRow } from '../users/find-user.ts';
import { moneyOnItsWay, sumOnItsWay, type MoneyOnItsWay } from '../wallet/money-on-its-way.ts';
import { presentWallet } from '../wallet/present.ts';
import { sidesOf, tradeInHistory, type TradeRow } from './trade-record.ts';

/** What the first reply says of the wallet and the trade does not know, so that a repeat is answered alike. */
const contextSchema = z.object({
  walletAddress: z.string(),
  held: z.string(),
  pending: z.string(),
  price: z.nullable(z.object({ usd: z.string(), isIndicative: z.boolean() })),
});

/** What the trade leaves as it is of the wallet that it pays into, as the receipt keeps it. */
export async function keepForReply(
  trx: Transaction,
  services: Pick<Services, 'config' | 'market' | 'rail'>,
  { user, asset }: { user: UserRow; asset: AssetCode },
): Promise<JsonValue> {
  const { rows } = await trx.client.query<{ held: bigint; onTheirWay: MoneyOnItsWay[] }>(
    `select coalesce((select balance from account where owner_id = $1 and asset = $2 and kind = 'held'), 0) as held,
            ${moneyOnItsWay('$1')} as "onTheirWay"`,
    [user.id, asset],
  );
  const [untouched] = rows;
  if (untouched === undefined) throw new Error('a query without a table answered no row');
  const known = priceOf(services, asset);
  return {
    walletAddress: user.address,
    held: untouched.held.toString(),
    pending: sumOnItsWay(untouched.onTheirWay, asset).toString(),
    price: known === undefined ? null : { usd: formatPrice(known.price), isIndicative: known.isIndicative },
  };
}

/** The reply, from what was stored with the trade and nothing else. */
export function presentAccepted(
  { rail }: Pick<Services, 'rail'>,
  { receipt, trade }: { receipt: Receipt; trade: TradeRow },
): ReplyOf<typeof acceptQuote> {
  const context = contextSchema.parse(receipt.context);
  return {
    success: true,
    transaction: presentTrade(trade, new Date(receipt.postedAt)),
    wallet: presentWallet({
      userId: trade.user_id,
      walletAddress: context.walletAddress,
      holding: {
        asset: trade.to_asset,
        available: balanceAfter(receipt, trade.to_asset),
        held: BigInt(context.held),
        pending: BigInt(context.pending),
      },
      known: readKnownPrice(trade.to_asset, context.price),
      rail,
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
    trade_fee: trade.fee,
    trade_to_asset: trade.to_asset,
    trade_to_amount: trade.to_amount,
    trade_rate_base: trade.rate_base,
    trade_rate_scaled: trade.rate_scaled,
    trade_is_recurring: trade.recurring_buy_id !== null,
  });
}

function balanceAfter({ balances }: Receipt, asset: AssetCode): bigint {
  const found = balances.find((balance) => balance.asset === asset);
  if (found === undefined) throw new Error('the receipt of a trade lacks one of its sides');
  return BigInt(found.balance);
}

function readKnownPrice(
  asset: AssetCode,
  kept: { usd: string; isIndicative: boolean } | null,
): KnownPrice | undefined {
  const price = kept === null ? undefined : parsePrice(asset, kept.usd);
  return price && { price, isIndicative: kept?.isIndicative ?? true };
}
