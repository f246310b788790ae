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

let startedCount = 0;
let newestLoaded = 0;

export async function loadAssetTable(connection: Queryable): Promise<void> {
  startedCount += 1;
  const load = startedCount;
  const assets = await readAssets(connection);
  // A slower earlier look must not undo a later one.
  if (load < newestLoaded) return;
  newestLoaded = load;
  loadAssets(assets);
}

export async function readAssets(connection: Queryable): Promise<readonly Asset[]> {
  const { rows } = await connection.query('select * from asset order by position');
  return rows.map((row) => assetOfRow(rowSchema.parse(row)));
}

/** As it is in the database now, whatever this process has heard yet. */
export async function readAsset(connection: Queryable, code: AssetCode): Promise<Asset> {
  const { rows } = await connection.query('select * from asset where code = $1', [code]);
  return assetOfRow(rowSchema.parse(rows[0]));
}

function assetOfRow(row: z.output<typeof rowSchema>): Asset {
  return {
    // The table itself defines the codes.
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

/**
 * Needs the owner of the tables. False if the code exists.
 * @throws pg.DatabaseError if the table refuses the values
 */
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

/** Needs the owner of the tables. Code and decimals never change. */
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

/** By the role that serves, which may write nothing else of it. */
export async function updateOffer(connection: Queryable, { after }: { after: Asset }): Promise<void> {
  const { code, is_active, is_transferable, withdrawal_min, network_fee } = valuesOf(after);
  await connection.query('select asset_set_offer($1, $2, $3, $4, $5)', [
    code,
    is_active,
    is_transferable,
    withdrawal_min,
    network_fee,
  ]);
}

/** The message is one line for the operator. */
export class AssetClashError extends Error {
  override readonly name = 'AssetClashError';
}

/**
 * Before anything is changed, so that the build before can go on.
 * @throws AssetClashError for a coin of the build that has another code here: under two it would be counted twice
 */
export async function refuseAssetClash(
  connection: Queryable,
  assets: readonly Asset[] = seededAssets,
): Promise<void> {
  const rows = await findKnown(connection);
  if (rows === undefined) return;
  for (const asset of missingIn(rows, assets)) refuseKnownCoin(asset, rows);
}

/** A role that may not write is enough where none is missing. */
export async function addSeededAssets(
  connection: Queryable,
  assets: readonly Asset[] = seededAssets,
): Promise<void> {
  const rows = await findKnown(connection);
  if (rows === undefined) return;
  const taken = new Set(rows.flatMap(({ top_up_position: position }) => position ?? []));
  for (const asset of missingIn(rows, assets)) {
    const { topUpPosition: wanted } = asset;
    // Only an order: if the place is taken, the coin comes last.
    const topUpPosition = wanted !== null && taken.has(wanted) ? Math.max(...taken) + 1 : wanted;
    if (topUpPosition !== null) taken.add(topUpPosition);
    await insertAsset(connection, { ...asset, topUpPosition });
  }
}

type KnownRow = Pick<
  z.output<typeof rowSchema>,
  'code' | 'market_id' | 'chain' | 'contract_address' | 'top_up_position'
>;

/** Undefined in an empty database. */
async function findKnown(connection: Queryable): Promise<readonly KnownRow[] | undefined> {
  const { rows: tables } = await connection.query<{ exists: boolean }>(
    `select to_regclass('asset') is not null as exists`,
  );
  if (tables[0]?.exists !== true) return undefined;
  const { rows } = await connection.query<KnownRow>(
    'select code, market_id, chain, contract_address, top_up_position from asset',
  );
  return rows;
}

function missingIn(rows: readonly KnownRow[], assets: readonly Asset[]): readonly Asset[] {
  const known = new Set(rows.map(({ code }) => code));
  return assets.filter(({ code }) => !known.has(code));
}

function refuseKnownCoin({ code, marketId, chain, contractAddress }: Asset, rows: readonly KnownRow[]): void {
  const sameToken = rows.find(
    (row) => contractAddress !== null && row.chain === chain && row.contract_address === contractAddress,
  );
  if (sameToken !== undefined) {
    throw new AssetClashError(
      `This build brings ${code}, which is ${sameToken.code} here (${contractAddress} on ${chain}): ` +
        `go on with the build that you had, since a token can't change its code`,
    );
  }
  const samePriced = rows.find((row) => marketId !== null && row.market_id === marketId);
  if (samePriced === undefined) return;
  throw new AssetClashError(
    `This build brings ${code}, which is ${samePriced.code} here (market ${marketId}): ` +
      `give ${samePriced.code} another market or a price of yours with set-asset, in the build that you had`,
  );
}

/** Numbers as text, which every connection accepts for numeric. */
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

/** Without trailing zeros. */
export function decimalText(units: bigint, decimals: number): string {
  return formatDecimal(units, decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
