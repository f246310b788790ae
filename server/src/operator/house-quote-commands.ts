import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { findOwnOrders } from '../features/house-quotes/queries.ts';
import { defaultSettings, findQuoteSettings, type QuoteSettings } from '../features/house-quotes/settings.ts';
import { findMarkets, stateNow } from '../features/orders/market-terms.ts';
import { asOwner } from './as-owner.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';
import { readSettings } from './read-settings.ts';
import { writeDown } from './write-down.ts';

export const houseQuoteCommands: OperatorCommands = {
  'list-house-quotes': {
    parameters: [],
    help: 'what the house quotes in each market: whether, how, and its open orders',
    run: (context) => list(context),
  },
  'set-house-quotes': {
    parameters: ['<symbol>', '<on or off, settings...>'],
    help: 'also of `all`; levels=8 a side, spread=0.2 and step=0.1 in percent, depth=20000 US dollars a side',
    run: (context, [symbol = '', words = '']) => {
      const [isOn = '', ...settings] = words.trim().split(/\s+/);
      return change(context, {
        symbol: symbol.toUpperCase(),
        isOn: readOn(isOn),
        settings: settings.join(' '),
      });
    },
  },
};

async function list({ db, config }: OperatorContext): Promise<string> {
  const [rows, settings, orders] = await Promise.all([
    findMarkets(db),
    findQuoteSettings(db),
    findOwnOrders(db),
  ]);
  return tableOf(
    ['market', 'in force', 'quoted', 'levels', 'spread %', 'step %', 'depth USD', 'bids', 'asks'],
    rows.map((row) => {
      const { isOn, levels, spreadBps, stepBps, depth } = settings.get(row.symbol) ?? defaultSettings(config);
      const own = orders.filter(({ market }) => market === row.symbol);
      const bids = own.filter(({ side }) => side === 'BUY').length;
      return [
        row.symbol,
        stateNow(row),
        isOn ? 'on' : 'off',
        String(levels),
        String(spreadBps / 100),
        String(stepBps / 100),
        formatAmount(depth),
        String(bids),
        String(own.length - bids),
      ];
    }),
  );
}

function readOn(text: string): boolean {
  if (text !== 'on' && text !== 'off')
    throw new RefusedError(`${JSON.stringify(text)} is neither on nor off`);
  return text === 'on';
}

async function change(
  context: OperatorContext,
  { symbol, isOn, settings }: { symbol: string; isOn: boolean; settings: string },
): Promise<string> {
  const { db, config, operator } = context;
  const rows = (await findMarkets(db)).filter((row) => symbol === 'ALL' || row.symbol === symbol);
  if (rows.length === 0) throw new RefusedError(`There is no market ${JSON.stringify(symbol)}`);
  const known = await findQuoteSettings(db);
  const detail = `${symbol === 'ALL' ? 'all markets' : symbol}: ${[isOn ? 'on' : 'off', settings].join(' ').trim()}`;
  await asOwner(context, async (trx) => {
    for (const row of rows) {
      const before = known.get(row.symbol) ?? defaultSettings(config);
      const { levels, spreadBps, stepBps, depth } = applyTo({ ...before, isOn }, settings);
      await trx.client.query(
        `insert into house_quote (market, is_on, levels, spread_bps, step_bps, depth_usd) values ($1, $2, $3, $4, $5, $6)
         on conflict (market) do update
         set is_on = excluded.is_on, levels = excluded.levels, spread_bps = excluded.spread_bps,
             step_bps = excluded.step_bps, depth_usd = excluded.depth_usd`,
        [row.symbol, isOn, levels, spreadBps, stepBps, depth.minorUnits],
      );
    }
    await writeDown(trx, { command: 'set-house-quotes', operator, detail });
  });
  return `${detail}: within some seconds`;
}

function applyTo(before: QuoteSettings, text: string): QuoteSettings {
  const { levels, spread, step, depth } = readSettings(text, ['levels', 'spread', 'step', 'depth']);
  return {
    ...before,
    ...(levels !== undefined && { levels: readWithin('levels', levels, { decimals: 0, min: 1, max: 20 }) }),
    ...(spread !== undefined && {
      spreadBps: readWithin('spread', spread, { decimals: 2, min: 2, max: 2000 }),
    }),
    ...(step !== undefined && { stepBps: readWithin('step', step, { decimals: 2, min: 1, max: 1000 }) }),
    ...(depth !== undefined && { depth: readDepth(depth) }),
  };
}

function readWithin(
  name: string,
  text: string,
  { decimals, min, max }: { decimals: number; min: number; max: number },
): number {
  const read = parseDecimal(text, decimals);
  if (read === undefined || read < min || read > max) {
    const scale = 10 ** decimals;
    throw new RefusedError(`${name}= is from ${min / scale} to ${max / scale}`);
  }
  return Number(read);
}

function readDepth(text: string): QuoteSettings['depth'] {
  const depth = parseAmount('USD', text);
  if (depth === undefined || depth.minorUnits === 0n) {
    throw new RefusedError(`${JSON.stringify(text)} is no amount of US dollars`);
  }
  return amountOf('USD', depth.minorUnits);
}
