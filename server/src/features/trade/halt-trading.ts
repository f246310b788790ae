import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { appendEntry, nameOf, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';

/** Null: all trading. */
export type HaltScope = AssetCode | null;

export interface Halt {
  readonly scope: HaltScope;
  readonly since: Date;
  readonly by: string;
}

interface HaltAct {
  readonly scope: HaltScope;
  readonly actor: Actor;
  readonly reason: string | undefined;
}

/** The oldest first. */
export async function listHalts({ pool }: Database): Promise<readonly Halt[]> {
  const { rows } = await pool.query<Halt>(
    'select asset as scope, halted_at as since, operator as by from trading_halt order by halted_at',
  );
  return rows;
}

/**
 * No offer, recurring buy or order of it from the commit on: what is on its way is done first.
 * @throws DomainError NothingToChange
 */
export async function haltTrading(db: Database, { scope, actor, reason }: HaltAct): Promise<void> {
  await inTransaction(db, async (trx) => {
    const markets = await endTrading(trx, scope);
    const { is_new } = one(
      await trx.client.query<{ is_new: boolean }>('select trading_halt_begin($1, $2) as is_new', [
        scope,
        nameOf(actor),
      ]),
    );
    if (!is_new) throw new DomainError('NothingToChange');
    await tell(trx, markets);
    await appendEntry(trx, {
      actor,
      action: 'trading.halt',
      subject: subjectOf(scope),
      before: { halted: false },
      after: { halted: true },
      reason,
    });
  });
}

/** Markets are again in the state that they were given. @throws DomainError NothingToChange */
export async function resumeTrading(db: Database, { scope, actor, reason }: HaltAct): Promise<void> {
  await inTransaction(db, async (trx) => {
    const markets = await endTrading(trx, scope);
    const ended = maybeOne(
      await trx.client.query<{ operator: string; halted_at: Date }>(
        'select operator, halted_at from trading_halt_end($1)',
        [scope],
      ),
    );
    if (ended === undefined) throw new DomainError('NothingToChange');
    await tell(trx, markets);
    await appendEntry(trx, {
      actor,
      action: 'trading.resume',
      subject: subjectOf(scope),
      before: { halted: true, since: ended.halted_at.toISOString(), by: ended.operator },
      after: { halted: false },
      reason,
    });
  });
}

const subjectOf = (scope: HaltScope) =>
  scope === null ? { kind: 'trading', id: 'all' } : { kind: 'asset', id: scope };

/** Answers the markets of it. */
async function endTrading({ client }: Transaction, scope: HaltScope): Promise<readonly string[]> {
  const { rows } = await client.query<{ symbol: string }>(
    'select symbol from market where $1::text is null or $1 in (base, quote) order by symbol',
    [scope],
  );
  const markets = rows.map(({ symbol }) => symbol);
  await client.query('select end_trading($1)', [markets]);
  return markets;
}

async function tell(trx: Transaction, markets: readonly string[]): Promise<void> {
  await publishWithCommit(
    trx,
    markets.map((changedMarket) => ({ changedMarket })),
  );
}
