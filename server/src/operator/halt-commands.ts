import { findAssetCode } from '@mercury/contract/money/asset.ts';
import type { Actor } from '../audit/append-entry.ts';
import type { Database } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { haltTrading, listHalts, resumeTrading, type HaltScope } from '../features/trade/halt-trading.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';
import { refuseBusy } from './refuse-busy.ts';

export const haltCommands: OperatorCommands = {
  'halt-trading': {
    parameters: ['<currency>', '[reason...]'],
    help: 'no offer, no recurring buy and no order of it from now on, or of `all`; orders stay and can be cancelled',
    run: async (context, [currency = '', reason]) => {
      const scope = readScope(currency);
      await change(haltTrading, { context, scope, reason, refusal: `${nameOf(scope)} is halted already` });
      return `${nameOf(scope)} is halted: no offers, no recurring buys, no orders`;
    },
  },
  'resume-trading': {
    parameters: ['<currency>', '[reason...]'],
    help: 'ends what halt-trading began, of the same currency or `all`; markets are again in the state that you gave them',
    run: async (context, [currency = '', reason]) => {
      const scope = readScope(currency);
      await change(resumeTrading, { context, scope, reason, refusal: `${nameOf(scope)} is not halted` });
      return `${nameOf(scope)} is halted no more`;
    },
  },
  'list-halts': {
    parameters: [],
    help: 'what is halted, since when and by whom',
    run: async ({ db }) =>
      tableOf(
        ['halted', 'since (UTC)', 'by'],
        (await listHalts(db)).map(({ scope, since, by }) => [scope ?? 'all', since.toISOString(), by]),
      ),
  },
};

function readScope(text: string): HaltScope {
  if (text.toLowerCase() === 'all') return null;
  const asset = findAssetCode(text.toUpperCase());
  if (asset === undefined) throw new RefusedError(`There is no currency ${JSON.stringify(text)}`);
  return asset;
}

const nameOf = (scope: HaltScope): string => (scope === null ? 'All trading' : `Trading of ${scope}`);

type Change = (
  db: Database,
  act: { scope: HaltScope; actor: Actor; reason: string | undefined },
) => Promise<void>;

async function change(
  work: Change,
  {
    context: { db, operator },
    scope,
    reason,
    refusal,
  }: { context: OperatorContext; scope: HaltScope; reason: string | undefined; refusal: string },
): Promise<void> {
  const actor = { kind: 'operator', name: operator } as const;
  try {
    await refuseBusy(() => work(db, { scope, actor, reason }));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NothingToChange') throw new RefusedError(refusal);
    throw error;
  }
}
