import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { HDKey } from '@scure/bip32';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { withCheckDigit } from '../../rails/check-digit.ts';
import { deriveAddress } from '../../rails/derive-address.ts';
import type { DepositSource, DepositSources } from '../../rails/deposit-sources.ts';
import type { Services } from '../../services.ts';
import { findDepositAddress, type AddressKey, type DepositAddress } from './queries.ts';

/** With the path the operator's wallet finds the key; null if the address was not derived. */
interface NewAddress extends DepositAddress {
  readonly derivationPath: string | null;
}

/**
 * One per chain, made at the first request and never changed.
 * @throws DomainError DepositNotOffered, DepositAddressesExhausted
 */
export async function giveOutAddress(
  services: Services,
  sources: DepositSources,
  { userId, asset }: { userId: string; asset: AssetCode },
): Promise<DepositAddress> {
  const { chain } = assetOf(asset);
  const source = chain === null ? undefined : sources[chain];
  if (chain === null || source === undefined || !services.rail.canDeposit(asset)) {
    throw new DomainError('DepositNotOffered');
  }
  const key = { userId, chain, rail: services.rail.name };
  const known = await findDepositAddress(services.db.kysely, key);
  return known ?? inTransaction(services.db, (trx) => makeAddress(trx, key, source));
}

/** Calls for one account take turns at its row; the second finds the first one's address. */
async function makeAddress(
  trx: Transaction,
  key: AddressKey,
  source: DepositSource,
): Promise<DepositAddress> {
  const person = await lockPerson(trx, key.userId);
  if (person === undefined) throw new DomainError('Unauthenticated');
  const known = await findDepositAddress(trx.kysely, key);
  if (known !== undefined) return known;
  const { address, memo, derivationPath } = await takeAddress(trx, {
    key,
    source,
    ownAddress: person.address,
  });
  await trx.kysely
    .insertInto('deposit_address')
    .values({
      user_id: key.userId,
      chain: key.chain,
      rail: key.rail,
      address,
      memo,
      derivation_path: derivationPath,
    })
    .execute();
  return { address, memo };
}

async function takeAddress(
  trx: Transaction,
  { key, source, ownAddress }: { key: AddressKey; source: DepositSource; ownAddress: string },
): Promise<NewAddress> {
  switch (source.kind) {
    case 'derived': {
      const { chain, accountKey } = source;
      const index = await takeNumber(trx, `key ${nameOf(accountKey)}`, derivedIndexes);
      const { address, path } = deriveAddress(chain, accountKey, index);
      return { address, memo: '', derivationPath: path };
    }
    case 'shared': {
      const number = await takeNumber(trx, `memo ${key.chain} ${source.address}`, memoNumbers);
      return {
        address: source.address,
        memo: withCheckDigit(number.toString()),
        derivationPath: null,
      };
    }
    case 'pool':
      return { address: await takeFromPool(trx, key, source), memo: '', derivationPath: null };
    case 'own':
      return { address: ownAddress, memo: '', derivationPath: null };
    default:
      return source satisfies never;
  }
}

/** The same for every spelling of a key, and for all chains that share it. */
function nameOf({ identifier }: HDKey): string {
  if (identifier === undefined) throw new Error('a key without an identifier');
  return Buffer.from(identifier).toString('hex');
}

// BIP32: the greatest index that a public key can derive.
const derivedIndexes = { first: 0, last: 2 ** 31 - 1 };
// A mistyped tag looks wrong; with the check digit it fits a tag's 32 bits.
const memoNumbers = { first: 1_000_000, last: 429_496_728 };

/** Addresses that the sandbox adds to its own pool at a time. */
const sandboxBatch = 20;
const sandboxNumbers = { first: 1, last: Number.MAX_SAFE_INTEGER };

/**
 * Concurrent calls don't wait for each other.
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

/**
 * Given out once. Other callers wait until this transaction ends.
 * @throws DomainError DepositAddressesExhausted
 */
async function takeNumber(
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
