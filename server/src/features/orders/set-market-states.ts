import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import type { MarketState } from './market-terms.ts';

export interface MarketStateChange {
  readonly symbol: string;
  readonly before: MarketState;
}

/** In one commit, of those that are in one of the states `from`. Answers what changed. */
export async function setMarketStates(
  db: Database,
  asked: {
    readonly symbols: readonly string[];
    readonly state: MarketState;
    readonly from: readonly MarketState[];
    readonly actor: Actor;
    readonly reason: string | undefined;
  },
): Promise<readonly MarketStateChange[]> {
  const { symbols, state, from, actor, reason } = asked;
  return inTransaction(db, async (trx) => {
    const changes: MarketStateChange[] = [];
    for (const symbol of symbols.toSorted()) {
      const before = await setState(trx, { symbol, state, from });
      if (before === null) continue;
      changes.push({ symbol, before });
      await publishWithCommit(trx, [{ changedMarket: symbol }]);
    }
    const [first, ...others] = changes;
    if (first === undefined) return changes;
    await appendEntry(trx, {
      actor,
      action: 'trading.set_market_state',
      subject: { kind: 'market', id: others.length === 0 ? first.symbol : 'all' },
      before: Object.fromEntries(changes.map(({ symbol, before }) => [symbol, before])),
      after: Object.fromEntries(changes.map(({ symbol }) => [symbol, state])),
      reason,
    });
    return changes;
  });
}

/** A batch on its way ends first: none trades after this commit as if it had not been. Answers the state before. */
async function setState(
  { client }: Transaction,
  { symbol, state, from }: { symbol: string; state: MarketState; from: readonly MarketState[] },
): Promise<MarketState | null> {
  await client.query('select book_take($1)', [symbol]);
  const { before } = one(
    await client.query<{ before: MarketState | null }>('select market_set_state($1, $2, $3) as before', [
      symbol,
      state,
      from,
    ]),
  );
  return before;
}
