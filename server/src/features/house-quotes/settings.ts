import { amountOf, parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import type { Database } from '../../db/database.ts';
import type { Config } from '../../config.ts';

/** How the house quotes a market. */
export interface QuoteSettings {
  readonly isOn: boolean;
  /** On each side. */
  readonly levels: number;
  /** From the best bid to the best ask, in hundredths of a percent. More while the market moves. */
  readonly spreadBps: number;
  readonly stepBps: number;
  /** In US dollars: what the levels of a side are worth together. */
  readonly depth: Amount;
}

/** On the sandbox there is somebody to trade with from the first minute. Real money is risked only if the operator says so. */
export function defaultSettings({ rail }: Pick<Config, 'rail'>): QuoteSettings {
  const depth = parseAmount('USD', '20000');
  if (depth === undefined) throw new Error('the default depth is no amount');
  return { isOn: rail === 'sandbox', levels: 8, spreadBps: 20, stepBps: 10, depth };
}

/** By market. One that the operator never set is not in it. */
export async function findQuoteSettings({ kysely }: Database): Promise<ReadonlyMap<string, QuoteSettings>> {
  const rows = await kysely.selectFrom('house_quote').selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.market,
      {
        isOn: row.is_on,
        levels: row.levels,
        spreadBps: row.spread_bps,
        stepBps: row.step_bps,
        depth: amountOf('USD', row.depth_usd),
      },
    ]),
  );
}
