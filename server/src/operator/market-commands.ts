import { marketStates } from '@mercury/contract/api/markets.ts';
import type { Database } from '../db/database.ts';
import {
  findMarkets,
  stateNow,
  termsOf,
  writePrice,
  type MarketState,
} from '../features/orders/market-terms.ts';
import { setMarketStates } from '../features/orders/set-market-states.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';
import { refuseBusy } from './refuse-busy.ts';

export const marketCommands: OperatorCommands = {
  'list-markets': {
    parameters: [],
    help: 'each market: its state as you set it, what is in force now, its open orders and its last price',
    run: ({ db }) => list(db),
  },
  'set-market-state': {
    parameters: ['<symbol>', '<state>', '[reason...]'],
    help: 'open, post_only, cancel_only or halted; the last two also for `all` that trade',
    run: (context, [symbol = '', state = '', reason = '']) =>
      change(context, { symbol: symbol.toUpperCase(), state, reason }),
  },
};

async function list(db: Database): Promise<string> {
  const { rows } = await db.pool.query<{ market: string; open: number }>(
    `select market, count(*)::integer as open from book_order where status in ('OPEN', 'WAITING') group by market`,
  );
  const openIn = new Map(rows.map(({ market, open }) => [market, open]));
  return tableOf(
    ['market', 'state', 'in force', 'open orders', 'last price'],
    (await findMarkets(db)).map((row) => [
      row.symbol,
      row.state,
      stateNow(row),
      String(openIn.get(row.symbol) ?? 0),
      row.last_price === null ? '' : writePrice(termsOf(row), Number(row.last_price)),
    ]),
  );
}

async function change(
  context: OperatorContext,
  { symbol, state: text, reason }: { symbol: string; state: string; reason: string },
): Promise<string> {
  const state = marketStates.find((known) => known === text);
  if (state === undefined) {
    throw new RefusedError(`${JSON.stringify(text)} is no state: ${marketStates.join(', ')}`);
  }
  const isAll = symbol === 'ALL';
  if (isAll && (state === 'open' || state === 'post_only')) {
    throw new RefusedError('Markets are opened one by one: look at each');
  }
  const known = await findMarkets(context.db);
  const asked = known.filter((row) => isAll || row.symbol === symbol).map((row) => row.symbol);
  if (asked.length === 0) throw new RefusedError(`There is no market ${JSON.stringify(symbol)}`);
  const changes = await refuseBusy(() =>
    setMarketStates(context.db, {
      symbols: asked,
      state,
      from: isAll ? tradingStates : marketStates,
      actor: { kind: 'operator', name: context.operator },
      reason: reason === '' ? undefined : reason,
    }),
  );
  if (changes.length === 0) return 'No market trades';
  return changes.map(({ symbol: named, before }) => `${named} is ${state} (was ${before})`).join(', ');
}

const tradingStates: readonly MarketState[] = ['open', 'post_only'];
