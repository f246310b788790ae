import type { Asset, AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { readAsset } from '../db/asset-table.ts';
import type { Transaction } from '../db/database.ts';
import type { AmountsByAsset } from '../withdrawal-settings.ts';

// Any number that no other lock has.
const assetsLock = 7_311_906;

/** Top-ups are paid in the one and credited in the other: neither is ever switched off. */
export function isMoneyOfHouse(code: AssetCode): boolean {
  return code === coinCode || code === 'USD';
}

/** Where the setting WITHDRAWAL_NETWORK_FEES says it, another in the table would count for nothing. */
export function isFeeASetting({ networkFees }: { networkFees: AmountsByAsset }, code: AssetCode): boolean {
  return networkFees[code] !== undefined;
}

/** Changes of assets take turns from here to the end of the transaction. */
export async function lockAsset({ client }: Transaction, code: AssetCode): Promise<Asset> {
  await client.query('select pg_advisory_xact_lock($1)', [assetsLock]);
  return readAsset(client, code);
}

interface AssetChange {
  readonly before: Asset;
  readonly after: Asset;
}

/** `write` is what the role of the connection may. The caller has locked it in this transaction, and checked `after`. */
export async function changeAsset(
  trx: Transaction,
  change: AssetChange,
  write: (connection: Transaction['client'], change: AssetChange) => Promise<void>,
): Promise<void> {
  const { before, after } = change;
  if (before.isActive && !after.isActive) await takeMarketsOf(trx, after.code);
  await write(trx.client, change);
}

/** A batch of orders on its way ends first; the next one finds the currency switched off. */
async function takeMarketsOf({ client }: Transaction, code: AssetCode): Promise<void> {
  await client.query(
    `select book_take(symbol) from (
       select symbol from market where $1 in (base, quote) order by symbol
     ) of_asset`,
    [code],
  );
}
