import { findAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database, Transaction } from '../db/database.ts';
import { findMarkets } from '../features/orders/market-terms.ts';
import { publishWithCommit } from '../realtime/publisher.ts';
import { asOwner } from './as-owner.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';
import { writeDown } from './write-down.ts';

export const haltCommands: OperatorCommands = {
  'halt-trading': {
    parameters: ['<currency>'],
    help: 'no offer, no recurring buy and no order of it from now on, or of `all`; orders stay and can be cancelled',
    run: (context, [currency = '']) => halt(context, readScope(currency)),
  },
  'resume-trading': {
    parameters: ['<currency>'],
    help: 'ends what halt-trading began, of the same currency or `all`; markets are again in the state that you gave them',
    run: (context, [currency = '']) => resume(context, readScope(currency)),
  },
  'list-halts': {
    parameters: [],
    help: 'what you halted, and since when',
    run: ({ db }) => list(db),
  },
};

/** Null: everything. */
type Scope = AssetCode | null;

function readScope(text: string): Scope {
  if (text.toLowerCase() === 'all') return null;
  const asset = findAssetCode(text.toUpperCase());
  if (asset === undefined) throw new RefusedError(`There is no currency ${JSON.stringify(text)}`);
  return asset;
}

async function list({ kysely }: Database): Promise<string> {
  const rows = await kysely.selectFrom('trading_halt').selectAll().orderBy('halted_at').execute();
  return tableOf(
    ['halted', 'since (UTC)', 'by'],
    rows.map(({ asset, halted_at: at, operator }) => [asset ?? 'all', at.toISOString(), operator]),
  );
}

function halt(context: OperatorContext, scope: Scope): Promise<string> {
  return change(context, scope, {
    command: 'halt-trading',
    write: ({ client }) =>
      client.query('insert into trading_halt (asset, operator) values ($1, $2) on conflict do nothing', [
        scope,
        context.operator,
      ]),
    refusal: `${nameOf(scope)} is halted already`,
    done: `${nameOf(scope)} is halted: no offers, no recurring buys, no orders`,
  });
}

function resume(context: OperatorContext, scope: Scope): Promise<string> {
  return change(context, scope, {
    command: 'resume-trading',
    write: ({ client }) =>
      client.query('delete from trading_halt where asset is not distinct from $1', [scope]),
    refusal: `${nameOf(scope)} is not halted`,
    done: `${nameOf(scope)} is halted no more`,
  });
}

const nameOf = (scope: Scope): string => (scope === null ? 'All trading' : `Trading of ${scope}`);

async function change(
  context: OperatorContext,
  scope: Scope,
  asked: {
    readonly command: string;
    readonly write: (trx: Transaction) => Promise<{ readonly rowCount: number | null }>;
    readonly refusal: string;
    readonly done: string;
  },
): Promise<string> {
  const markets = (await findMarkets(context.db))
    .filter(({ base, quote }) => scope === null || scope === base || scope === quote)
    .map(({ symbol }) => symbol);
  await asOwner(context, async (trx) => {
    await trx.client.query('select end_trading($1)', [markets]);
    const { rowCount } = await asked.write(trx);
    if (rowCount === 0) throw new RefusedError(asked.refusal);
    await publishWithCommit(
      trx,
      markets.map((symbol) => ({ changedMarket: symbol })),
    );
    await writeDown(trx, { command: asked.command, operator: context.operator, detail: asked.done });
  });
  return asked.done;
}
