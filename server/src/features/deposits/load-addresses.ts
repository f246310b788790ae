import type { Chain } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { readDestinationOn } from '../../rails/destinations.ts';
import type { RailName } from '../../rails/rail.ts';

/** Addresses of these chains can't be derived from a public key: the operator's wallet makes one for each account. */
export const pooledChains = ['solana'] as const satisfies readonly Chain[];
export type PooledChain = (typeof pooledChains)[number];

/** The message says in one line what is wrong with the list. Nothing of the list was loaded. */
export class AddressListRefusedError extends Error {
  override readonly name = 'AddressListRefusedError';
}

export interface LoadedAddresses {
  readonly loadedCount: number;
  /** Addresses not given out yet, with the new ones. */
  readonly freeCount: number;
}

/**
 * Loads a list of addresses, one per line, all or none. Each address is for one account: one that was loaded before, or that an
 * account already has, would credit one person with another's money.
 * @throws AddressListRefusedError
 */
export async function loadDepositAddresses(
  db: Database,
  { chain, rail }: { chain: PooledChain; rail: RailName },
  lines: readonly string[],
): Promise<LoadedAddresses> {
  const addresses = readLines(chain, lines);
  return inTransaction(db, async (trx) => {
    const { rows: known } = await trx.client.query<{ address: string }>(
      `insert into deposit_pool (chain, address, rail) select $1, address, $3 from unnest($2::text[]) as address
       on conflict do nothing
       returning address`,
      [chain, addresses, rail],
    );
    const loaded = new Set(known.map(({ address }) => address));
    const duplicate = addresses.find((address) => !loaded.has(address));
    if (duplicate !== undefined) throw new AddressListRefusedError(`${duplicate} was loaded before`);
    const { count } = one(
      await trx.client.query<{ count: number }>(
        'select count(*)::integer as count from deposit_pool where chain = $1 and rail = $2 and taken_at is null',
        [chain, rail],
      ),
    );
    return { loadedCount: addresses.length, freeCount: count };
  });
}

function readLines(chain: PooledChain, lines: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === '') continue;
    const address = readDestinationOn(chain, { address: text })?.address;
    if (address === undefined) {
      throw new AddressListRefusedError(
        `line ${index + 1} is no address of ${chain}: ${JSON.stringify(text)}`,
      );
    }
    if (seen.has(address)) throw new AddressListRefusedError(`line ${index + 1} comes twice: ${address}`);
    seen.add(address);
  }
  if (seen.size === 0) throw new AddressListRefusedError('there is no address in the list');
  return [...seen];
}
