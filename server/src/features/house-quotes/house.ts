import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { defaultLocale } from '@mercury/contract/locales.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { absentHash } from '../../identity/secrets/password.ts';
import { post } from '../../ledger/ledger.ts';

/** Whose orders the house's are. The migration knows it too, and keeps it from being anybody. */
export const houseId = '00000000-0000-7000-8000-000000000001';

/**
 * A row of a person, since orders, fills and balances are people's. Nobody finds it or gets in: what is typed is trimmed, so no
 * transfer names its address; no email form takes its email; its name is one that counts as nobody's (public-name.ts); no
 * password matches its hash.
 */
async function ensureHouse({ kysely }: Transaction): Promise<void> {
  await kysely
    .insertInto('app_user')
    .values({
      id: houseId,
      username: `unproved_${houseId.replaceAll('-', '').slice(-16)}`,
      email: 'house@house',
      name: 'The house',
      password_hash: absentHash,
      address: ' the house',
      locale: defaultLocale,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * From what the house has of exchanges, or owes: its position stays what it was. The first time makes the house: without money it
 * would be an account that nobody proved, and forgotten like one.
 */
export async function fundHouse(
  db: Database,
  { asset, units }: { asset: AssetCode; units: bigint },
): Promise<void> {
  const entries = [
    { account: { owner: 'house', asset, kind: 'exposure' }, amount: -units },
    { account: { owner: houseId, asset, kind: 'available' }, amount: units },
  ] as const;
  await inTransaction(db, async (trx) => {
    await ensureHouse(trx);
    const [outcome] = await post(trx, [{ transferId: uuidv7(), kind: 'adjustment', entries }]);
    if (outcome?.isPosted !== true) throw new Error('the house could not move its own money');
  });
}
