import { marketStates } from '@mercury/contract/api/markets.ts';
import * as trading from '@mercury/contract/console/trading.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import { DomainError } from '../../errors.ts';
import { findMarket } from '../../features/orders/market-terms.ts';
import { setMarketStates } from '../../features/orders/set-market-states.ts';
import { listOutsideTrades, type OutsideTradeRow } from '../../features/trade/book-outside-trade.ts';
import { haltTrading, resumeTrading } from '../../features/trade/halt-trading.ts';
import { trustCandidate } from '../../features/trade/trust-candidate.ts';
import { pageOf, readCursor } from '../../http/cursor.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { propose } from '../proposals/propose.ts';
import { actorOf } from '../staff/sessions.ts';
import { bookTrade, type BookingParameters } from './book-trade.ts';
import { readTrading } from './read-trading.ts';

const pageSize = 50;
const done = { success: true } as const;

export function bindTrading(bind: ConsoleBind, deps: ConsoleDeps): void {
  const { services } = deps;
  bind(trading.getTrading, {}, async () => ({ success: true, ...(await readTrading(services)) }));
  bindHalts(bind, deps);
  bind(trading.listOutsideTrades, {}, async ({ query: { cursor } }) => {
    const rows = await listOutsideTrades(services.db, { after: readCursor(cursor), limit: pageSize + 1 });
    const { page, nextCursor } = pageOf(rows, pageSize);
    return { success: true, trades: page.map(presentTrade), nextCursor };
  });
  bind(trading.proposeOutsideTrade, {}, async ({ body: { reason, ...trade }, session, context }) => {
    const parameters: BookingParameters = { trade, askedBy: session.email };
    const proposal = await propose(services, bookTrade, { parameters, reason, session, origin: context });
    return { success: true, proposal };
  });
}

/** What takes one person, and happens at once. */
function bindHalts(bind: ConsoleBind, { services: { db } }: ConsoleDeps): void {
  bind(trading.haltTrading, {}, async ({ body: { currency, reason }, session, context }) => {
    await haltTrading(db, { scope: currency, actor: actorOf(session, context), reason });
    return done;
  });
  bind(trading.resumeTrading, {}, async ({ body: { currency, reason }, session, context }) => {
    await resumeTrading(db, { scope: currency, actor: actorOf(session, context), reason });
    return done;
  });
  bind(
    trading.trustPrice,
    {},
    async ({ params: { currency: asset }, body: { usd, reason }, session, context }) => {
      const scaledUsd = parsePrice(asset, usd)?.scaledUsd;
      const trusted =
        scaledUsd === undefined
          ? undefined
          : await trustCandidate(db, { asset, scaledUsd, actor: actorOf(session, context), reason });
      if (trusted === undefined) throw new DomainError('PriceNotWaiting');
      return done;
    },
  );
  bind(
    trading.setMarketState,
    {},
    async ({ params: { market }, body: { state, reason }, session, context }) => {
      if ((await findMarket(db, market)) === undefined) throw new DomainError('NotFound');
      const changes = await setMarketStates(db, {
        symbols: [market],
        state,
        from: marketStates.filter((other) => other !== state),
        actor: actorOf(session, context),
        reason,
      });
      if (changes.length === 0) throw new DomainError('NothingToChange');
      return done;
    },
  );
}

function presentTrade(row: OutsideTradeRow): trading.OutsideTrade {
  const { id, transfer_id: transferId, venue, reference } = row;
  return {
    id,
    transferId,
    venue,
    reference,
    givenAmount: formatAmount(amountOf(row.given_asset, row.given_amount)),
    givenCurrency: row.given_asset,
    receivedAmount: formatAmount(amountOf(row.received_asset, row.received_amount)),
    receivedCurrency: row.received_asset,
    tradedAt: row.traded_at.toISOString(),
    bookedAt: row.booked_at.toISOString(),
    bookedBy: row.booked_by,
    isReversed: row.is_reversed,
  };
}
