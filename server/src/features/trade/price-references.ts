import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type pg from 'pg';
import { maybeOne, type Row } from '../../db/rows.ts';
import type { PriceReference } from './price-jump.ts';

type ReferenceRow = Row<'price_reference'>;

type Queryable = Pick<pg.Pool, 'query'>;

export async function findReference(
  connection: Queryable,
  asset: AssetCode,
): Promise<PriceReference | undefined> {
  const row = maybeOne(
    await connection.query<ReferenceRow>('select * from price_reference where asset = $1', [asset]),
  );
  return row && readReference(row);
}

export async function findReferences(connection: Queryable): Promise<ReadonlyMap<AssetCode, PriceReference>> {
  const { rows } = await connection.query<ReferenceRow>('select * from price_reference');
  return new Map(rows.map((row) => [row.asset, readReference(row)]));
}

/** False if another process changed the row after `known` was read: read again. */
export async function replaceReference(
  connection: Queryable,
  asset: AssetCode,
  { known, next }: { known: PriceReference | undefined; next: PriceReference },
): Promise<boolean> {
  const values = [
    asset,
    next.scaledUsd,
    next.asOf,
    next.candidate?.scaledUsd ?? null,
    next.candidate?.since ?? null,
    next.variance,
  ];
  const { rowCount } =
    known === undefined
      ? await connection.query(
          `insert into price_reference (asset, scaled_usd, as_of, candidate_scaled_usd, candidate_since, variance)
           values ($1, $2, $3, $4, $5, $6) on conflict (asset) do nothing`,
          values,
        )
      : await connection.query(
          `update price_reference
              set scaled_usd = $2, as_of = $3, candidate_scaled_usd = $4, candidate_since = $5, variance = $6
            where asset = $1 and as_of = $7 and candidate_since is not distinct from $8`,
          [...values, known.asOf, known.candidate?.since ?? null],
        );
  return rowCount === 1;
}

function readReference(row: ReferenceRow): PriceReference {
  const { candidate_scaled_usd: scaledUsd, candidate_since: since } = row;
  return {
    scaledUsd: row.scaled_usd,
    asOf: row.as_of,
    variance: row.variance,
    candidate: scaledUsd === null || since === null ? null : { scaledUsd, since },
  };
}
