import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../db/database.ts';
import { hold, post, release, reverse, settle, type AccountRef } from '../ledger/ledger.ts';
import type { TestApp } from './app.ts';
import type { SeededRandom } from './seeded-random.ts';
import { fund, insertSignedInPeople, knowOthers, type Caller } from './signed-in-people.ts';
import { acceptTestQuote, insertTestQuote, type TestTerms } from './trades.ts';

const assets = ['MRCY', 'BTC', 'USDT'] as const satisfies readonly AssetCode[];
const fundedAmount = 1_000n;

export interface Moved {
  readonly posted: number;
  readonly refused: number;
}

interface OpenHold {
  readonly holdId: string;
  readonly owner: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
}

/** Moves money at random in every possible way: over HTTP, and through the ledger's entry point. */
export async function moveMoneyByChance(
  testApp: TestApp,
  random: SeededRandom,
  movementCount: number,
): Promise<Moved> {
  const people = await insertSignedInPeople(testApp.db, 6);
  for (const asset of assets) await fund(testApp.db, people, fundedAmount, asset);
  // Transfers to known people and to new people are posted in two different ways.
  await knowOthers(testApp.db, people.slice(3), people);
  const [first, ...others] = people;
  if (first === undefined) throw new Error('nobody is there');
  const anybody = () => random.pick([first, ...others]);
  const openHolds: OpenHold[] = [];
  const exchanges: string[] = [];
  const upTo = (max: number) => BigInt(1 + random.below(max));
  const isPosted = ({ isPosted }: { isPosted: boolean } = { isPosted: false }) => isPosted;

  async function holdSome(): Promise<boolean> {
    const request = {
      holdId: uuidv7(),
      owner: anybody().userId,
      asset: random.pick(assets),
      amount: upTo(400),
    };
    const isHeld = isPosted(await inTransaction(testApp.db, (trx) => hold(trx, request)));
    if (isHeld) openHolds.push(request);
    return isHeld;
  }

  async function closeHold(): Promise<boolean> {
    const [open] = openHolds.splice(random.below(openHolds.length), 1);
    if (open === undefined) return false;
    const { holdId, asset, amount } = open;
    const ids = { holdId, transferId: uuidv7() };
    const to = [{ account: house(asset), amount }];
    const isGivenBack = random.below(2) === 0;
    return isPosted(
      await inTransaction(testApp.db, (trx) =>
        isGivenBack ? release(trx, ids) : settle(trx, { ...ids, kind: 'withdrawal', to }),
      ),
    );
  }

  /** One transfer in two assets. */
  async function exchange(): Promise<boolean> {
    const transferId = uuidv7();
    const owner = anybody().userId;
    const [paid, received] = [upTo(90), upTo(90)];
    const entries = [
      { account: { owner, asset: 'MRCY', kind: 'available' }, amount: -paid },
      { account: house('MRCY'), amount: paid },
      { account: house('BTC'), amount: -received },
      { account: { owner, asset: 'BTC', kind: 'available' }, amount: received },
    ] as const;
    const [outcome] = await inTransaction(testApp.db, (trx) =>
      post(trx, [{ transferId, kind: 'exchange', entries }]),
    );
    if (isPosted(outcome)) exchanges.push(transferId);
    return isPosted(outcome);
  }

  async function reverseExchange(): Promise<boolean> {
    const [transferId] = exchanges.splice(random.below(exchanges.length), 1);
    if (transferId === undefined) return false;
    return isPosted(
      await inTransaction(testApp.db, (trx) => reverse(trx, { transferId, reversalId: uuidv7() })),
    );
  }

  /** With the house, in either direction. */
  async function tradeSome(): Promise<boolean> {
    const person = anybody();
    const [paid, received] = [unitsText(1n + upTo(90)), unitsText(upTo(90))];
    const terms = random.pick<TestTerms>([
      { type: 'BUY', from: `${paid} MRCY`, fee: unitsText(1n), to: `${received} BTC` },
      { type: 'SELL', from: `${paid} BTC`, fee: unitsText(1n), to: `${received} MRCY` },
      { type: 'EXCHANGE', from: `${paid} BTC`, to: `${received} MRCY` },
    ]);
    const quote = await insertTestQuote(testApp.db, person.userId, terms);
    return (await acceptTestQuote(testApp, quote, { token: person.token })).status === 200;
  }

  const moves = [
    () => transferOverHttp(testApp, anybody(), anybody(), upTo(90)),
    () => topUpOverHttp(testApp, anybody()),
    holdSome,
    holdSome,
    closeHold,
    exchange,
    reverseExchange,
    tradeSome,
  ] as const;
  let posted = 0;
  for (let count = 0; count < movementCount; count += 1) if (await random.pick(moves)()) posted += 1;
  // Ensures at least one of each, whatever chance has chosen.
  for (const ensured of [holdSome, closeHold, holdSome, exchange, reverseExchange, tradeSome])
    await ensured();
  return { posted, refused: movementCount - posted };
}

function house(asset: AssetCode): AccountRef {
  return { owner: 'house', asset, kind: 'rail_clearing' };
}

async function transferOverHttp(testApp: TestApp, from: Caller, to: Caller, units: bigint): Promise<boolean> {
  const reply = await testApp.call('POST', '/wallets/transfer', {
    token: from.token,
    body: { recipientAddress: to.walletAddress, amount: unitsText(units) },
    headers: { 'idempotency-key': uuidv7() },
  });
  return reply.status === 200;
}

/** Of an asset with eight decimals. */
function unitsText(units: bigint): string {
  return `0.${units.toString().padStart(8, '0')}`;
}

/** This posts nothing: it makes a history row without a transfer. */
async function topUpOverHttp(testApp: TestApp, { token }: Caller): Promise<boolean> {
  const body = { amount: '5', currency: 'USD', paymentMethod: 'CRYPTO' };
  return (await testApp.call('POST', '/wallets/topup', { token, body })).status === 201;
}
