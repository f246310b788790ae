import { assetOf, findAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import type { Transaction } from '../db/database.ts';
import { symbolOf } from '../features/exchange-facade/symbols.ts';
import { findMarket, findMarkets, termsOf, writeQuantity } from '../features/orders/market-terms.ts';
import { asOwner } from './as-owner.ts';
import { type OperatorCommands, type OperatorContext, RefusedError } from './command.ts';
import { readSettings } from './read-settings.ts';
import { writeDown } from './write-down.ts';

export const marketSetUpCommands: OperatorCommands = {
  'add-market': {
    parameters: ['<base>', '<quote>', '<settings...>'],
    help: 'tick=0.1 lot=0.0001 least=0.001 and, if you like, range=10; halted until you open it',
    run: (context, [base = '', quote = '', settings = '']) => add(context, { base, quote, settings }),
  },
  'set-market': {
    parameters: ['<symbol>', '<settings...>'],
    help: 'least= the smallest order, range= how many percent from the price orders may trade',
    run: (context, [symbol = '', settings = '']) =>
      change(context, { symbol: symbol.toUpperCase(), settings }),
  },
};

const defaultFees = { makerPpm: 1_000, takerPpm: 2_000 };
const defaultRange = '10';

async function add(
  context: OperatorContext,
  { base: baseText, quote: quoteText, settings }: { base: string; quote: string; settings: string },
): Promise<string> {
  const [base, quote] = [readAsset(baseText), readAsset(quoteText)];
  if (base === quote) throw new RefusedError('A market is of two currencies');
  const symbol = `${base}-${quote}`;
  await refuseTaken(context, { symbol, base, quote });
  const { tick, lot, least, range } = readSettings(settings, ['tick', 'lot', 'least', 'range']);
  const tickUnits = readUnits('tick', quote, tick);
  const lotUnits = readUnits('lot', base, lot);
  const tickLotUnits = exactUnits(base, quote, { tickUnits, lotUnits });
  const lotsMin = readLots(base, lotUnits, least);
  const rangeBps = readRange(range ?? defaultRange);
  const { operator } = context;
  await asOwner(context, async (trx) => {
    await trx.client.query(
      `insert into market
         (symbol, base, quote, tick_units, lot_units, tick_lot_units, lots_min, range_bps, maker_fee_ppm, taker_fee_ppm)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        symbol,
        base,
        quote,
        tickUnits,
        lotUnits,
        tickLotUnits,
        lotsMin,
        rangeBps,
        defaultFees.makerPpm,
        defaultFees.takerPpm,
      ],
    );
    await writeDown(trx, { command: 'add-market', operator, detail: `${symbol} ${settings}` });
  });
  return `${symbol} is there, and halted: look at its fees (set-market-fees), then open it (set-market-state)`;
}

/** Programs that speak Binance's API know a market by both codes with nothing between them. */
async function refuseTaken(
  { db }: OperatorContext,
  added: { symbol: string; base: AssetCode; quote: AssetCode },
): Promise<void> {
  const taken = (await findMarkets(db)).find((each) => symbolOf(each) === symbolOf(added));
  if (taken === undefined) return;
  if (taken.symbol === added.symbol) throw new RefusedError(`There is a market ${taken.symbol}`);
  throw new RefusedError(`Below /api/v3 it would be ${symbolOf(added)}, which is ${taken.symbol}`);
}

function readAsset(text: string): AssetCode {
  const asset = findAssetCode(text.toUpperCase());
  if (asset === undefined) throw new RefusedError(`There is no currency ${JSON.stringify(text)}`);
  return asset;
}

function readUnits(name: string, asset: AssetCode, text: string | undefined): bigint {
  const { decimals } = assetOf(asset);
  const units = text === undefined ? undefined : parseDecimal(text, decimals);
  if (units === undefined || units === 0n) {
    throw new RefusedError(`${name}= is an amount of ${asset} above zero, with ${decimals} decimals at most`);
  }
  return units;
}

// Fees are rounded up to the smallest unit: of a smaller lot they could take all.
const lotUnitsMin = 10n;

/** Nothing is rounded when orders meet. */
function exactUnits(
  base: AssetCode,
  quote: AssetCode,
  { tickUnits, lotUnits }: { tickUnits: bigint; lotUnits: bigint },
): bigint {
  if (lotUnits < lotUnitsMin)
    throw new RefusedError(`A lot has at least ${lotUnitsMin} of the smallest units of ${base}`);
  const whole = 10n ** BigInt(assetOf(base).decimals);
  if ((tickUnits * lotUnits) % whole === 0n) return (tickUnits * lotUnits) / whole;
  throw new RefusedError(
    `A lot at a tick costs a part of the smallest unit of ${quote}, which has ${assetOf(quote).decimals} decimals: make one of them larger`,
  );
}

function readLots(base: AssetCode, lotUnits: bigint, text: string | undefined): bigint {
  const units = readUnits('least', base, text);
  if (units % lotUnits === 0n) return units / lotUnits;
  throw new RefusedError('The smallest order is a whole number of lots');
}

function readRange(text: string): bigint {
  const bps = parseDecimal(text, 2);
  if (bps === undefined || bps < 1n || bps > 5_000n) {
    throw new RefusedError('range= is from 0.01 to 50 percent, with two decimals at most');
  }
  return bps;
}

async function change(
  context: OperatorContext,
  { symbol, settings }: { symbol: string; settings: string },
): Promise<string> {
  const row = await findMarket(context.db, symbol);
  if (row === undefined) throw new RefusedError(`There is no market ${JSON.stringify(symbol)}`);
  const { least, range } = readSettings(settings, ['least', 'range']);
  const lotsMin = least === undefined ? row.lots_min : readLots(row.base, row.lot_units, least);
  const rangeBps = range === undefined ? BigInt(row.range_bps) : readRange(range);
  const was = `least ${writeQuantity(termsOf(row), Number(row.lots_min))}, range ${row.range_bps / 100} %`;
  const { operator } = context;
  await asOwner(context, async (trx: Transaction) => {
    // A batch on its way ends first.
    await trx.client.query('select book_take($1)', [symbol]);
    await trx.client.query('update market set lots_min = $2, range_bps = $3 where symbol = $1', [
      symbol,
      lotsMin,
      rangeBps,
    ]);
    await writeDown(trx, { command: 'set-market', operator, detail: `${symbol} ${settings} (was ${was})` });
  });
  return `${symbol}: ${settings} (was ${was})`;
}
