import * as markets from '@mercury/contract/api/markets.ts';
import * as orders from '@mercury/contract/api/orders.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { DomainError } from '../../errors.ts';
import { encodeCursor } from '../../http/cursor.ts';
import type { Bind } from '../../http/bind.ts';
import { nameFor } from '../../http/signed-call.ts';
import type { Services } from '../../services.ts';
import { houseId } from '../house-quotes/house.ts';
import { listCandles } from './candles.ts';
import { readLevels } from './market-data.ts';
import { findMarket, findMarkets, termsOf, type MarketTerms } from './market-terms.ts';
import type { OrderRow } from './order-row.ts';
import { presentChange, presentFill, presentMarket, presentOrder, presentTrade } from './present.ts';
import { findFillsOf, findMarketsWithOrders, findOrders, findTrades } from './queries.ts';
import { cancelOrdersAfter } from './cancel-after.ts';
import { type FeeTier, findFeeTiers, findTradedVolume } from './traded-volume.ts';
import {
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  placeOrder,
  requireMarket,
  requireOrder,
} from './use-orders.ts';

const pageSize = 50;
const levelsByDefault = 50;

export function bindOrderRoutes(bind: Bind, services: Services): void {
  bindMarketRoutes(bind, services);
  bindOwnOrderRoutes(bind, services);
}

function bindMarketRoutes(bind: Bind, services: Services): void {
  const { db } = services;
  const options = { rateLimit: 'market' } as const;

  bind(markets.listMarkets, options, async () => {
    const [rows, quoted] = await Promise.all([findMarkets(db), findMarketsWithOrders(db, houseId)]);
    return { success: true, markets: rows.map((row) => presentMarket(row, quoted)) };
  });

  bind(markets.getMarket, options, async ({ params }) => {
    const [row, quoted] = await Promise.all([
      findMarket(db, params.market),
      findMarketsWithOrders(db, houseId),
    ]);
    if (row === undefined) throw new DomainError('NotFound');
    return { success: true, market: presentMarket(row, quoted) };
  });

  bind(markets.getBook, options, async ({ params, query }) => {
    const market = await requireMarket(services, params.market);
    const depth = Number(query.levels ?? levelsByDefault);
    return { success: true, ...(await readLevels(db, market, depth)) };
  });

  bind(markets.listTrades, options, async ({ params, query }) => {
    const market = await requireMarket(services, params.market);
    const limit = Number(query.limit ?? pageSize);
    const before = query.cursor === undefined ? undefined : BigInt(query.cursor);
    const rows = await findTrades(db, { market: market.symbol, before, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    return {
      success: true,
      trades: shown.map((row) => presentTrade(market, row)),
      nextCursor: rows.length > limit ? String(shown.at(-1)?.seq) : null,
    };
  });

  bind(
    markets.listCandles,
    { rateLimit: 'candles' },
    async ({ params, query: { interval = '1m', from, to } }) => {
      const market = await requireMarket(services, params.market);
      const candles = await listCandles(db, market, {
        interval,
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
      });
      return { success: true, candles };
    },
  );
}

function bindOwnOrderRoutes(bind: Bind, services: Services): void {
  const { db } = services;
  const options = { rateLimit: 'order' } as const;

  bind(orders.placeOrder, options, async ({ session, body, idempotencyKey: key }) => {
    const clientOrderId = body.clientOrderId ?? (key === undefined ? undefined : nameBy(key));
    return presentChange(await placeOrder(services, { session, input: { ...body, clientOrderId } }));
  });

  bind(orders.amendOrder, options, async ({ session, params: { id }, body }) =>
    presentChange(await amendOrder(services, { session, id, input: body })),
  );

  bind(orders.cancelOrder, options, async ({ session: { userId }, params: { id } }) =>
    presentChange(await cancelOrder(services, { userId, id })),
  );

  bind(orders.cancelAllOrders, options, async ({ session: { userId }, query: { market } }) => ({
    success: true,
    cancelled: await cancelAllOrders(services, { userId, market }),
  }));

  bind(orders.cancelOrdersAfter, options, async ({ session: { userId }, body: { market, seconds } }) => {
    const at = await cancelOrdersAfter(services, { userId, market, seconds });
    return { success: true, cancelsAt: at?.toISOString() ?? null };
  });

  bind(orders.getOrder, {}, async ({ session: { userId }, params: { id } }) => ({
    success: true,
    order: presentOrder(await requireOrder(services, { userId, id })),
  }));

  bind(orders.listOrders, {}, async ({ session: { userId }, query: { market, status, cursor } }) => {
    const statuses = status === undefined ? undefined : [status];
    const rows = await findOrders(db, { userId, market, statuses, cursor, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const terms = await termsBySymbol(services);
    const last = shown.at(-1);
    return {
      success: true,
      orders: shown.flatMap((order) => presentKnown(terms, order)),
      nextCursor: rows.length > pageSize && last !== undefined ? encodeCursor(last.id) : null,
    };
  });

  bind(markets.getTradingFees, {}, async ({ session: { userId } }) => {
    const [volume, tiers] = await Promise.all([findTradedVolume(db, userId), findFeeTiers(db)]);
    return { success: true, volumeUsd: usd(volume), tiers: tiers.map(presentTier) };
  });

  bind(markets.listFills, {}, async ({ session: { userId }, query: { market, orderId, limit } }) => {
    const rows = await findFillsOf(db, { userId, market, orderId, limit: Number(limit ?? pageSize) });
    const terms = await termsBySymbol(services);
    const fills = rows.flatMap((row) => {
      const known = terms.get(row.market);
      return known === undefined ? [] : [presentFill(known, row, userId)];
    });
    return { success: true, fills };
  });
}

/** An order that has no name is repeated under the key of its call. */
function nameBy(key: string): string {
  return orders.clientOrderIdPattern.test(key) ? key : nameFor(key);
}

function presentTier(tier: FeeTier) {
  return {
    volumeFromUsd: usd(tier.volume_from),
    makerPercent: tier.maker_percent,
    takerPercent: tier.taker_percent,
  };
}

const usd = (units: bigint): string => formatAmount(amountOf('USD', units));

async function termsBySymbol({ db }: Services): Promise<ReadonlyMap<string, MarketTerms>> {
  return new Map((await findMarkets(db)).map((row) => [row.symbol, termsOf(row)]));
}

function presentKnown(terms: ReadonlyMap<string, MarketTerms>, order: OrderRow) {
  const market = terms.get(order.market);
  return market === undefined ? [] : [presentOrder({ market, order })];
}
