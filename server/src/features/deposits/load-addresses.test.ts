import { ed25519 } from '@noble/curves/ed25519.js';
import { getAddressDecoder } from '@solana/addresses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { takeFromPool } from './give-out-address.ts';
import { loadDepositAddresses } from './load-addresses.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const newAddress = () => getAddressDecoder().decode(ed25519.getPublicKey(ed25519.utils.randomSecretKey()));
const place = { chain: 'solana', rail: 'btcpay' } as const;
const load = (lines: readonly string[]) => loadDepositAddresses(database.db, place, lines);
const take = () =>
  inTransaction(database.db, (trx) =>
    takeFromPool(trx, { ...place, userId: '' }, { makeAddress: undefined }),
  );

it('gives each loaded address out once, also to many at once, and then says that there are none', async () => {
  const addresses = Array.from({ length: 20 }, newAddress);
  expect(await load([...addresses, ''])).toEqual({ loadedCount: 20, freeCount: 20 });
  const taken = await Promise.allSettled(Array.from({ length: 25 }, take));
  const given = taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(given.toSorted()).toEqual(addresses.toSorted());
  const refusals = taken.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(new Set(refusals)).toEqual(new Set(['DomainError: DepositAddressesExhausted']));
  expect(refusals).toHaveLength(5);
});

it('loads all of a list or none: not one that is no address, comes twice, or was loaded before', async () => {
  const [known, fresh] = [newAddress(), newAddress()];
  await load([known]);
  await take();
  await expect(load([fresh, 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'])).rejects.toThrow('line 2 is no address');
  await expect(load([fresh, fresh])).rejects.toThrow('line 2 comes twice');
  await expect(load([fresh, known])).rejects.toThrow(`${known} was loaded before`);
  await expect(load(['', ' '])).rejects.toThrow('no address in the list');
  expect(await load([` ${fresh} `])).toEqual({ loadedCount: 1, freeCount: 1 });
});

it('gives what was loaded for one rail to nobody on another', async () => {
  await load([newAddress()]);
  const onSandbox = inTransaction(database.db, (trx) =>
    takeFromPool(trx, { chain: 'solana', rail: 'sandbox', userId: '' }, { makeAddress: undefined }),
  );
  await expect(onSandbox).rejects.toThrow('DepositAddressesExhausted');
});
