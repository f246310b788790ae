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
import { afterEach, beforeAll, afterAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { addSeededAssets, insertAsset, loadAssetTable, updateAsset } from './asset-table.ts';

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

it('is not loaded as it was by a look that began before the newest one and took longer', async () => {
  const { pool } = database.db;
  const former = await pool.query('select * from asset order by position');
  const { promise, resolve } = Promise.withResolvers<typeof former>();
  const slow = await pool.connect();
  vi.spyOn(slow, 'query').mockImplementationOnce(() => promise);
  const earlier = loadAssetTable(slow);
  await database.ownerDb.pool.query(`update asset set name = 'Doge' where code = 'DOGE'`);
  await loadAssetTable(pool);
  resolve(former);
  await earlier;
  slow.release();
  expect(assetOf('DOGE').name).toBe('Doge');
});

it('gets what a later build knows, and keeps what was said of the others', async () => {
  const { pool } = database.ownerDb;
  await pool.query(`update asset set name = 'Bitcoin Core' where code = 'BTC'`);
  await addSeededAssets(pool);
  const { rows } = await pool.query(`select name from asset where code = 'BTC'`);
  expect(rows).toEqual([{ name: 'Bitcoin Core' }]);
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
