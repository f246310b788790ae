import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';

/**
 * The next number of a counter, given out once. Other callers wait until this transaction ends.
 * @throws DomainError DepositAddressesExhausted
 */
export async function takeNumber(
  trx: Transaction,
  name: string,
  { first, last }: { first: number; last: number },
): Promise<number> {
  const { next_index: nextIndex } = one(
    await trx.client.query<{ next_index: bigint }>(
      `insert into deposit_counter (name, next_index) values ($1, $2)
       on conflict (name) do update set next_index = deposit_counter.next_index + 1
       returning next_index`,
      [name, first + 1],
    ),
  );
  const number = Number(nextIndex) - 1;
  if (number > last) throw new DomainError('DepositAddressesExhausted');
  return number;
}
