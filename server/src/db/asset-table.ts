import { localeSchema } from '@mercury/contract/api/shapes.ts';
import { chains, loadAssets, type Asset, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';
import { priceDecimals } from '@mercury/contract/money/price.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import type pg from 'pg';
import * as z from 'zod/mini';

type Queryable = Pick<pg.ClientBase, 'query'>;

const rowSchema = z.object({
  code: z.string(),
  name: z.string(),
  names: z.partialRecord(localeSchema, z.string()),
  decimals: z.int(),
  shown_decimals: z.int(),
  chain: z.nullable(z.enum(chains)),
  contract_address: z.nullable(z.string()),
  market_id: z.nullable(z.string()),
  price_scaled_usd: z.nullable(z.bigint()),
  sandbox_price_scaled_usd: z.nullable(z.bigint()),
  withdrawal_min: z.bigint(),
  network_fee: z.bigint(),
  top_up_position: z.nullable(z.int()),
  is_transferable: z.boolean(),
  is_active: z.boolean(),
  icon: z.nullable(z.string()),
});

let loadCount = 0;

/** Loads the database's present assets into this process. */
export async function loadAssetTable(connection: Queryable): Promise<void> {
  loadCount += 1;
  const load = loadCount;
  const { rows } = await connection.query('select * from asset order by position');
  // A later load has newer rows. An earlier load that took longer must not overwrite them.
  if (load !== loadCount) return;
  loadAssets(rows.map((row) => assetOfRow(rowSchema.parse(row))));
}

function assetOfRow(row: z.output<typeof rowSchema>): Asset {
  return {
    // The table itself defines the codes: nothing else could check one.
    code: row.code as AssetCode,
    name: row.name,
    names: row.names,
    decimals: row.decimals,
    shownDecimals: row.shown_decimals,
    chain: row.chain,
    contractAddress: row.contract_address,
    marketId: row.market_id,
    priceUsd: priceText(row.price_scaled_usd),
    sandboxPriceUsd: priceText(row.sandbox_price_scaled_usd),
    withdrawalMin: decimalText(row.withdrawal_min, row.decimals),
    networkFee: decimalText(row.network_fee, row.decimals),
    topUpPosition: row.top_up_position,
    isTransferable: row.is_transferable,
    isActive: row.is_active,
    icon: row.icon,
  };
}

/** Needs the owner of the tables. False if the code exists already. @throws pg.DatabaseError if the table refuses the values */
export async function insertAsset(connection: Queryable, asset: Asset): Promise<boolean> {
  const values = valuesOf(asset);
  const { rowCount } = await connection.query(
    `insert into asset (${Object.keys(values).join(', ')})
     values (${Object.keys(values)
       .map((_name, index) => `$${index + 1}`)
       .join(', ')})
     on conflict (code) do nothing`,
    Object.values(values),
  );
  return rowCount === 1;
}

/** Needs the owner of the tables. Writes only the changed columns; code and decimals never change. */
export async function updateAsset(
  connection: Queryable,
  { before, after }: { before: Asset; after: Asset },
): Promise<void> {
  const known = valuesOf(before);
  const changed = Object.entries(valuesOf(after)).filter(([name, value]) => value !== known[name]);
  if (changed.length === 0) return;
  const assignments = changed.map(([name], index) => `${name} = $${index + 2}`);
  await connection.query(`update asset set ${assignments.join(', ')} where code = $1`, [
    before.code,
    ...changed.map(([, value]) => value),
  ]);
}

/** Adds the missing assets of the build. If none is missing, a role that may not write is enough. */
export async function addSeededAssets(connection: Queryable): Promise<void> {
  const { rows: tables } = await connection.query<{ exists: boolean }>(
    `select to_regclass('asset') is not null as exists`,
  );
  if (tables[0]?.exists !== true) return;
  const { rows } = await connection.query<{ code: string }>('select code from asset');
  const known = new Set(rows.map(({ code }) => code));
  for (const asset of seededAssets) if (!known.has(asset.code)) await insertAsset(connection, asset);
}

/** Values by column. Numbers are text, which every connection accepts for numeric. */
function valuesOf(asset: Asset): Readonly<Record<string, string | number | boolean | null | undefined>> {
  const unitsOf = (text: string): string | undefined => parseDecimal(text, asset.decimals)?.toString();
  const scaled = (text: string | null): string | null =>
    text === null ? null : (parseDecimal(text, priceDecimals)?.toString() ?? null);
  return {
    code: asset.code,
    name: asset.name,
    names: JSON.stringify(asset.names),
    decimals: asset.decimals,
    shown_decimals: asset.shownDecimals,
    chain: asset.chain,
    contract_address: asset.contractAddress,
    market_id: asset.marketId,
    price_scaled_usd: scaled(asset.priceUsd),
    sandbox_price_scaled_usd: scaled(asset.sandboxPriceUsd),
    withdrawal_min: unitsOf(asset.withdrawalMin),
    network_fee: unitsOf(asset.networkFee),
    top_up_position: asset.topUpPosition,
    is_transferable: asset.isTransferable,
    is_active: asset.isActive,
    icon: asset.icon,
  };
}

function priceText(scaledUsd: bigint | null): string | null {
  return scaledUsd === null ? null : decimalText(scaledUsd, priceDecimals);
}

/** Without trailing zeros, as people write it. */
function decimalText(units: bigint, decimals: number): string {
  return formatDecimal(units, decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
