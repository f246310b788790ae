import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';

/** The operator halted one of them, or all trading. */
export async function isTradingHalted({ pool }: Database, assets: readonly AssetCode[]): Promise<boolean> {
  const { is_halted } = one(
    await pool.query<{ is_halted: boolean }>('select is_trading_halted($1) as is_halted', [assets]),
  );
  return is_halted;
}

/** Those of them that are halted. No other halt comes into force before the transaction ends. */
export async function beginTrade(
  { client }: Transaction,
  assets: readonly AssetCode[],
): Promise<readonly AssetCode[]> {
  const { halted } = one(
    await client.query<{ halted: AssetCode[] }>('select begin_trade($1) as halted', [assets]),
  );
  return halted;
}
