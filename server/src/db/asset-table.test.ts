import { parseAmount } from '@mercury/contract/money/amount.ts';
import {
  assetOf,
  listAssets,
  loadAssets,
  type Asset,
  type AssetCode,
} from '@mercury/contract/money/asset.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import type pg from 'pg';
import { afterEach, beforeAll, afterAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import {
  addSeededAssets,
  AssetClashError,
  insertAsset,
  loadAssetTable,
  refuseAssetClash,
  updateAsset,
} from './asset-table.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => loadAssets(seededAssets));
afterAll(() => database.drop());

/** However many zeros its texts are written with. */
function countedIn(asset: Asset) {
  const { code, withdrawalMin, networkFee, sandboxPriceUsd, ...rest } = asset;
  const amounts = [withdrawalMin, networkFee].map((text) => parseAmount(code, text));
  return { ...rest, code, amounts, price: sandboxPriceUsd && parsePrice(code, sandboxPriceUsd) };
}

it('holds what every build knows, in its order, and nothing else', async () => {
  await loadAssetTable(database.db.pool);
  expect(listAssets().map(countedIn)).toEqual(seededAssets.map(countedIn));
});

const token: Asset = {
  ...assetOf('USDC'),
  names: { fa: 'طلا', zh: '金' },
  decimals: 6,
  shownDecimals: 2,
  contractAddress: '0x45804880De22913dAFE09f4980848ECE6EcbAf78',
  marketId: 'pax-gold',
  sandboxPriceUsd: '2300.5',
  withdrawalMin: '0.012345',
  networkFee: '0.000321',
  topUpPosition: 40,
  isTransferable: false,
  icon: 'gold',
};

const ownCoin: Asset = {
  ...token,
  chain: null,
  contractAddress: null,
  marketId: null,
  sandboxPriceUsd: null,
  priceUsd: '0.07',
  topUpPosition: null,
  isTransferable: true,
  isActive: false,
};

it.each([
  ['SILVER', token],
  ['COPPER', ownCoin],
])('says of %s what was said when it was added', async (code, asset) => {
  const { pool } = database.ownerDb;
  // Of the right form. Nothing could have let it through before.
  const added = { ...asset, code: code as AssetCode };
  expect([await insertAsset(pool, added), await insertAsset(pool, added)]).toEqual([true, false]);
  await loadAssetTable(pool);
  expect(listAssets().at(-1)).toEqual(added);
});

it('gets what is said anew, and keeps what somebody else said meanwhile', async () => {
  const { pool } = database.ownerDb;
  const before = assetOf('XRP');
  await pool.query(`update asset set name = 'Ripple' where code = 'XRP'`);
  await updateAsset(pool, { before, after: { ...before, networkFee: '0.5' } });
  await loadAssetTable(pool);
  expect(assetOf('XRP')).toEqual({ ...before, name: 'Ripple', networkFee: '0.5' });
});

it('gets what a later build knows, and keeps what was said of the others', async () => {
  const { pool } = database.ownerDb;
  await pool.query(`update asset set name = 'Bitcoin Core' where code = 'BTC'`);
  await addSeededAssets(pool);
  const { rows } = await pool.query(`select name from asset where code = 'BTC'`);
  expect(rows).toEqual([{ name: 'Bitcoin Core' }]);
});

/** What a later build brings beside the others. */
function later(traits: Partial<Omit<Asset, 'code'>> & { readonly code: string }): readonly Asset[] {
  // No literal of this build is the code.
  return [...seededAssets, { ...assetOf('USDT'), topUpPosition: null, ...traits } as Asset];
}

const contractAddress = '0x6982508145454Ce325dDbE47a25d4ec3D2311933';

it.each([
  {
    ours: { code: 'FROG', market_id: 'pepe' },
    theirs: { code: 'PEPE', marketId: 'pepe', contractAddress },
    told: 'This build brings PEPE, which is FROG here (market pepe): give FROG another market or a price of yours with set-asset, in the build that you had',
  },
  {
    ours: { code: 'TOAD', chain: 'ethereum', contract_address: contractAddress },
    theirs: { code: 'PEPE', marketId: 'pepe-2', contractAddress },
    told: `This build brings PEPE, which is TOAD here (${contractAddress} on ethereum): go on with the build that you had, since a token can't change its code`,
  },
])('refuses a coin that the operator has under another code: $ours.code', async ({ ours, theirs, told }) => {
  const { pool } = database.ownerDb;
  const row = { name: 'Frog', decimals: 18, shown_decimals: 18, withdrawal_min: 1, ...ours };
  const names = Object.keys(row);
  await pool.query(
    `insert into asset (${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  const refusal: unknown = await refuseAssetClash(pool, later(theirs)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AssetClashError);
  expect(refusal).toMatchObject({ message: told });
});

it('puts a later coin last among those of top-ups where its place is taken', async () => {
  const { pool } = database.ownerDb;
  const lead = { code: 'LEAD', marketId: 'lead', chain: null, contractAddress: null, topUpPosition: 3 };
  await addSeededAssets(pool, later(lead));
  const { rows } = await pool.query(
    'select code from asset where top_up_position is not null order by top_up_position',
  );
  expect(rows.at(-1)).toEqual({ code: 'LEAD' });
});

/** What one look at the table finds, when it does. */
function looking(found: Promise<unknown>): pg.Pool {
  return { query: () => found } as unknown as pg.Pool;
}

async function namesBitcoin(name: string): Promise<unknown> {
  const { rows } = await database.db.pool.query('select * from asset order by position');
  for (const row of rows) if (row.code === 'BTC') row.name = name;
  return { rows };
}

it('takes what an earlier look found where a later one failed', async () => {
  const found = Promise.withResolvers<unknown>();
  const earlier = loadAssetTable(looking(found.promise));
  await expect(loadAssetTable(looking(Promise.reject(new Error('gone'))))).rejects.toThrow('gone');
  found.resolve(await namesBitcoin('Earlier'));
  await earlier;
  expect(assetOf('BTC').name).toBe('Earlier');
});

it('is not undone by an earlier look that took longer', async () => {
  const found = Promise.withResolvers<unknown>();
  const earlier = loadAssetTable(looking(found.promise));
  await loadAssetTable(looking(namesBitcoin('Later')));
  found.resolve(await namesBitcoin('Earlier'));
  await earlier;
  expect(assetOf('BTC').name).toBe('Later');
});

it.each([
  `update asset set decimals = 2 where code = 'BTC'`,
  `update asset set code = 'XBT' where code = 'BTC'`,
  `delete from asset where code = 'TON'`,
  'truncate asset cascade',
])('never changes what amounts are counted in, whoever asks: %s', async (statement) => {
  await expect(database.ownerDb.pool.query(statement)).rejects.toThrow(/is refused: (amounts|an asset)/);
});

it.each([
  [
    `insert into asset (code, name, decimals, shown_decimals, withdrawal_min) values ('GOLD', 'Gold', 8, 8, 1)`,
  ],
  [`update asset set price_scaled_usd = 1 where code = 'MRCY'`],
  [`update asset set is_active = false where code = 'MRCY'`],
])('is not the serving role’s to write: %s', async (statement) => {
  await expect(database.db.pool.query(statement)).rejects.toThrow('permission denied');
});

it('is what accounts are in, and no account is in anything else', async () => {
  await expect(
    database.ownerDb.pool.query(`insert into account (asset, kind) values ('PEPE', 'fees')`),
  ).rejects.toThrow('account_asset_fkey');
});

it.each([
  ['a code in small letters', { code: 'gold' }],
  ['nineteen decimals', { decimals: 19, shown_decimals: 19 }],
  ['more digits shown than there are', { shown_decimals: 9 }],
  ['two prices', { market_id: 'gold', price_scaled_usd: 1 }],
  ['a contract on no chain', { contract_address: '0x1' }],
  ['a market that is another’s', { market_id: 'bitcoin' }],
])('has no row with %s', async (_what, wrong) => {
  const row = { code: 'GOLD', name: 'Gold', decimals: 8, shown_decimals: 8, withdrawal_min: 1, ...wrong };
  const names = Object.keys(row);
  await expect(
    database.ownerDb.pool.query(
      `insert into asset (${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    ),
  ).rejects.toThrow(/constraint/);
});
