import type { Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { takeNumber } from './take-number.ts';
import type { AddressKey } from './queries.ts';

/** Addresses that the sandbox adds to its own pool at a time. */
const sandboxBatch = 20;
const sandboxNumbers = { first: 1, last: Number.MAX_SAFE_INTEGER };

/**
 * Takes a free address of the chain. Concurrent calls don't wait for each other.
 * @throws DomainError DepositAddressesExhausted
 */
export async function takeFromPool(
  trx: Transaction,
  key: AddressKey,
  { makeAddress }: { makeAddress: ((number: number) => string) | undefined },
): Promise<string> {
  const taken = await takeOne(trx, key);
  if (taken !== undefined) return taken;
  if (makeAddress === undefined) throw new DomainError('DepositAddressesExhausted');
  await fill(trx, key, makeAddress);
  const made = await takeOne(trx, key);
  if (made === undefined) throw new DomainError('DepositAddressesExhausted');
  return made;
}

async function takeOne(trx: Transaction, { chain, rail }: AddressKey): Promise<string | undefined> {
  return maybeOne(
    await trx.client.query<{ address: string }>(
      `update deposit_pool set taken_at = now()
        where chain = $1 and address = (
          select address from deposit_pool
           where chain = $1 and rail = $2 and taken_at is null
           order by loaded_at, address
           limit 1
           for update skip locked
        )
        returning address`,
      [chain, rail],
    ),
  )?.address;
}

async function fill(
  trx: Transaction,
  { chain, rail }: AddressKey,
  makeAddress: (number: number) => string,
): Promise<void> {
  const addresses: string[] = [];
  for (let count = 0; count < sandboxBatch; count += 1) {
    addresses.push(makeAddress(await takeNumber(trx, `pool ${chain} ${rail}`, sandboxNumbers)));
  }
  await trx.client.query(
    'insert into deposit_pool (chain, address, rail) select $1, address, $3 from unnest($2::text[]) as address',
    [chain, addresses, rail],
  );
}
