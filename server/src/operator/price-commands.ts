import type { MarketSource } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { findAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice, parsePrice, type Price } from '@mercury/contract/money/price.ts';
import type { Database } from '../db/database.ts';
import { createPretendFeed } from '../features/market/pretend-feed.ts';
import { operatorPriceOf } from '../features/market/price-of.ts';
import { marketKeys } from '../features/market/queries.ts';
import type { PriceReference } from '../features/trade/price-jump.ts';
import { spreadBpsAt } from '../features/trade/spread.ts';
import { listTrustedPrices, trustCandidate } from '../features/trade/trust-candidate.ts';
import type { BusinessSettings } from '../settings/registry.ts';
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
  const trusted = await listTrustedPrices(db);
  const source = await sourceOf({ db, config });
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
    [...trusted].map(([asset, reference]) =>
      cellsOf(asset, { reference, settings: settings.current, source }),
    ),
  );
}

interface PriceToList {
  readonly reference: PriceReference | undefined;
  readonly settings: BusinessSettings;
  readonly source: MarketSource | 'none';
}

function cellsOf(asset: AssetCode, { reference, settings, source }: PriceToList): readonly string[] {
  const own = operatorPriceOf(settings, asset);
  if (own !== undefined) return [asset, formatPrice(own), '', '', 'you', '', '', ''];
  if (asset === 'USD') return [asset, '1.00', '', '', 'par', '', '', ''];
  if (source === 'pretend') return pretendCellsOf(asset);
  if (reference === undefined) return [asset, '', '', '', source, '', '', ''];
  const { asOf, candidate } = reference;
  return [
    asset,
    formatPrice(reference),
    asOf.toISOString(),
    ageOf(asOf),
    source,
    source === 'live' ? spreadOf(reference, settings) : '',
    candidate?.since.toISOString() ?? '',
    candidate === null ? '' : formatPrice(candidate),
  ];
}

/** Nothing is kept of pretended prices: they follow from the time alone. */
function pretendCellsOf(asset: AssetCode): readonly string[] {
  const price = createPretendFeed(Date.now).priceOf(asset);
  if (price === undefined) return [asset, '', '', '', 'pretend', '', '', ''];
  return [asset, formatPrice(price), price.asOf.toISOString(), ageOf(price.asOf), 'pretend', '', '', ''];
}

/** The present source of prices. A stored price may be from before a change of the settings. */
async function sourceOf({
  db,
  config: { marketData, rail },
}: Pick<OperatorContext, 'db' | 'config'>): Promise<PriceToList['source']> {
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

/** The spread of an offer to trade it for US dollars now. */
function spreadOf({ asOf, variance }: PriceReference, { trade }: BusinessSettings): string {
  const spreadBps = spreadBpsAt(trade.spreadBps, [{ source: 'live', asOf, variance }], new Date());
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
  const trusted = await trustCandidate(db, { asset, scaledUsd: price?.scaledUsd, operator });
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
