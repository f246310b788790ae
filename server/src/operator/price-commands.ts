import { limits } from '@mercury/contract/limits.ts';
import { findAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice, parsePrice, type Price } from '@mercury/contract/money/price.ts';
import type { Database } from '../db/database.ts';
import { marketKeys } from '../features/market/queries.ts';
import { listPrices, type ListedPrice, type PresentSource } from '../features/trade/list-prices.ts';
import { trustCandidate } from '../features/trade/trust-candidate.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';

export const priceCommands: OperatorCommands = {
  prices: {
    parameters: [],
    help: 'what each currency is traded at, who says so, and what is not traded because its price jumped',
    run: (context) => list(context),
  },
  'trust-price': {
    parameters: ['<currency>', '[price]'],
    help: 'the price that it jumped to is right; refused where that is no longer the one you name',
    run: (context, [currency = '', price]) => trust(context, { currency, price }),
  },
};

async function list({ db, config, settings }: OperatorContext): Promise<string> {
  const prices = await listPrices({ db, settings }, await sourceOf({ db, config }));
  return tableOf(
    [
      'currency',
      'traded at (USD)',
      'said (UTC)',
      'age',
      'source',
      'spread',
      'halted since (UTC)',
      'jumped to (USD)',
    ],
    prices.map(cellsOf),
  );
}

function cellsOf({ asset, price, asOf, source, spreadBps, candidate }: ListedPrice): readonly string[] {
  return [
    asset,
    price === undefined ? '' : formatPrice(price),
    asOf?.toISOString() ?? '',
    asOf === undefined ? '' : ageOf(asOf),
    source === 'operator' ? 'you' : source,
    spreadBps === undefined ? '' : writeSpread(spreadBps),
    candidate?.since.toISOString() ?? '',
    candidate === undefined ? '' : formatPrice(candidate.price),
  ];
}

async function sourceOf({
  db,
  config: { marketData, rail },
}: Pick<OperatorContext, 'db' | 'config'>): Promise<PresentSource> {
  if (marketData !== undefined && (await hasServiceAnswered(db))) return 'live';
  return rail === 'sandbox' ? 'pretend' : 'none';
}

/** True from the first answer of a market-data service on: prices are never pretended again then, in no process. */
async function hasServiceAnswered({ kysely }: Database): Promise<boolean> {
  const kept = await kysely
    .selectFrom('market_answer')
    .select('key')
    .where('key', 'in', [marketKeys.largest, marketKeys.ours])
    .executeTakeFirst();
  return kept !== undefined;
}

function writeSpread(spreadBps: number): string {
  return spreadBps > limits.tradeSpreadBpsMax ? 'too wild' : `${(spreadBps / 100).toFixed(2)} %`;
}

function ageOf(asOf: Date): string {
  const seconds = Math.max(0, Math.floor((Date.now() - asOf.getTime()) / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

async function trust(
  { db, operator }: OperatorContext,
  { currency, price: text }: { currency: string; price: string | undefined },
): Promise<string> {
  const asset = findAssetCode(currency.toUpperCase());
  if (asset === undefined) throw new RefusedError(`There is no currency ${JSON.stringify(currency)}`);
  const price = text === undefined ? undefined : readPrice(asset, text);
  const trusted = await trustCandidate(db, {
    asset,
    scaledUsd: price?.scaledUsd,
    actor: { kind: 'operator', name: operator },
    reason: undefined,
  });
  if (trusted !== undefined) return `${asset} is traded at ${formatPrice(trusted)} US dollars from now on`;
  throw new RefusedError(
    text === undefined
      ? `No price of ${asset} waits to be trusted`
      : `No price of ${asset} waits to be trusted, or it is no longer ${text}: look at \`prices\` again`,
  );
}

function readPrice(asset: AssetCode, text: string): Price {
  const price = parsePrice(asset, text);
  if (price === undefined) throw new RefusedError(`${JSON.stringify(text)} is no price in US dollars`);
  return price;
}
