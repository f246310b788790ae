import { marketStates } from '@mercury/contract/api/markets.ts';
import type { Database, Transaction } from '../db/database.ts';
import {
  findMarkets,
  stateNow,
  termsOf,
  writePrice,
  type MarketState,
} from '../features/orders/market-terms.ts';
import { publishWithCommit } from '../realtime/publisher.ts';
import { asOwner } from './as-owner.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';
import { writeDown } from './write-down.ts';

export const marketCommands: OperatorCommands = {
  'list-markets': {
    parameters: [],
    help: 'each market: its state as you set it, what is in force now, its open orders and its last price',
    run: ({ db }) => list(db),
  },
  'set-market-state': {
    parameters: ['<symbol>', '<state>'],
    help: 'open, post_only, cancel_only or halted; the last two also for `all` that trade',
    run: (context, [symbol = '', state = '']) => change(context, { symbol: symbol.toUpperCase(), state }),
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
  { symbol, state: text }: { symbol: string; state: string },
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
  const changes = await changeAll(context, { symbols: asked.toSorted(), state, isAll });
  if (changes.length === 0) return 'No market trades';
  return changes.join(', ');
}

async function changeAll(
  context: OperatorContext,
  { symbols, state, isAll }: { symbols: readonly string[]; state: MarketState; isAll: boolean },
): Promise<readonly string[]> {
  return asOwner(context, async (trx) => {
    const changes: string[] = [];
    for (const symbol of symbols) {
      const before = await setState(trx, { symbol, state, from: isAll ? tradingStates : marketStates });
      if (before === undefined) continue;
      changes.push(`${symbol} is ${state} (was ${before})`);
      await publishWithCommit(trx, [{ changedMarket: symbol }]);
    }
    if (changes.length > 0) {
      const detail = changes.join(', ');
      await writeDown(trx, { command: 'set-market-state', operator: context.operator, detail });
    }
    return changes;
  });
}

const tradingStates: readonly MarketState[] = ['open', 'post_only'];

/** A batch on its way ends first: none trades after this commit as if it had not been. Answers the state before. */
async function setState(
  { client }: Transaction,
  { symbol, state, from }: { symbol: string; state: MarketState; from: readonly MarketState[] },
): Promise<MarketState | undefined> {
  await client.query('select book_take($1)', [symbol]);
  const { rows } = await client.query<{ state: MarketState }>(
    `update market set state = $2 from market before
      where market.symbol = $1 and before.symbol = $1 and before.state = any ($3)
      returning before.state`,
    [symbol, state, from],
  );
  return rows[0]?.state;
}
