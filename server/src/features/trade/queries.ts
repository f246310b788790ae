import { limits } from '@mercury/contract/limits.ts';
import { amountOf } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type pg from 'pg';
import type { Transaction } from '../../db/database.ts';
import { maybeOne, one, type Row } from '../../db/rows.ts';
import { levelUse, type LevelUse } from '../levels/level-use.ts';
import type { FirmPrice, Offer } from './offer.ts';

export type OfferSide = QuoteRow['asked_side'];

/** A row of quote, amounts in smallest units. Only create-quote.ts and accept-quote.ts make one, with assets of the registry. */
export interface QuoteRow extends Row<'quote'> {
  /** By the database's clock at reading time. An acceptance that waited for a lock can be too late. */
  readonly is_expired: boolean;
}

const columns = '*, expires_at <= clock_timestamp() as is_expired';

type Queryable = Pick<pg.Pool, 'query'>;

/** What a person can spend of an asset at this moment. Nothing is locked. */
export async function findAvailable(
  connection: Queryable,
  { userId, asset }: { userId: string; asset: AssetCode },
): Promise<bigint> {
  const account = maybeOne(
    await connection.query<Pick<Row<'account'>, 'balance'>>(
      `select balance from account where owner_id = $1 and asset = $2 and kind = 'available'`,
      [userId, asset],
    ),
  );
  return account?.balance ?? 0n;
}

/** Stores an offer, valid from now on by the database's clock. Tells what is left of the person's level, too. */
export async function insertQuote(
  connection: Queryable,
  { id, userId, offer, askedSide }: { id: string; userId: string; offer: Offer; askedSide: OfferSide },
): Promise<QuoteRow & { readonly level: LevelUse | null }> {
  const { from, fee, to, rate, fromPrice, toPrice } = offer;
  return one(
    await connection.query<QuoteRow & { readonly level: LevelUse | null }>(
      `insert into quote (id, user_id, type, from_asset, from_amount, fee, to_asset, to_amount, rate_base, rate_scaled,
                          from_price_scaled_usd, from_price_source, from_price_as_of,
                          to_price_scaled_usd, to_price_source, to_price_as_of, usd_value, spread_bps, asked_side, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
               now(), now() + make_interval(secs => $20))
       returning ${columns}, ${levelUse('user_id', 'trade')} as level`,
      [
        id,
        userId,
        offer.type,
        from.asset,
        from.minorUnits,
        fee.minorUnits,
        to.asset,
        to.minorUnits,
        rate.base,
        rate.scaled,
        fromPrice.scaledUsd,
        fromPrice.source,
        fromPrice.asOf,
        toPrice.scaledUsd,
        toPrice.source,
        toPrice.asOf,
        offer.usdValue.minorUnits,
        offer.spreadBps,
        askedSide,
        limits.quoteLifetimeMs / 1000,
      ],
    ),
  );
}

/** Locks the people's own quotes until the transaction ends. Leaves out unknown quotes and those of other people. */
export async function lockQuotes(
  trx: Transaction,
  asked: readonly { readonly quoteId: string; readonly userId: string }[],
): Promise<ReadonlyMap<string, QuoteRow>> {
  const { rows } = await trx.client.query<QuoteRow>(
    `select ${columns} from quote
      where (id, user_id) in (select * from unnest($1::uuid[], $2::uuid[]))
      order by id for update`,
    [asked.map(({ quoteId }) => quoteId), asked.map(({ userId }) => userId)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export function offerOf(row: QuoteRow): Offer {
  return {
    type: row.type,
    from: amountOf(row.from_asset, row.from_amount),
    fee: amountOf(row.from_asset, row.fee),
    to: amountOf(row.to_asset, row.to_amount),
    rate: { base: row.rate_base, scaled: row.rate_scaled },
    spreadBps: row.spread_bps,
    fromPrice: priceAt(row.from_asset, {
      scaledUsd: row.from_price_scaled_usd,
      source: row.from_price_source,
      asOf: row.from_price_as_of,
    }),
    toPrice: priceAt(row.to_asset, {
      scaledUsd: row.to_price_scaled_usd,
      source: row.to_price_source,
      asOf: row.to_price_as_of,
    }),
    usdValue: amountOf('USD', row.usd_value),
  };
}

function priceAt(asset: AssetCode, price: Omit<FirmPrice, 'asset'>): FirmPrice {
  return { asset, ...price };
}
