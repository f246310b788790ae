import { parseAmount } from '@mercury/contract/money/amount.ts';
import { listAssets, loadAssets, type Asset } from '@mercury/contract/money/asset.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import { afterEach, beforeAll, afterAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { addSeededAssets, loadAssetTable } from './asset-table.ts';

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
