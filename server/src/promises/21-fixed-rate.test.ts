import { randomUUID } from 'node:crypto';
import { endpoints } from '@mercury/contract/api/index.ts';
import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { amountOf, formatAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { stepOutside } from '@mercury/contract/money/asset.ts';
import { amountForUsd, parsePrice, valueInUsd, type Price } from '@mercury/contract/money/price.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import type { ObservedPayment } from '../rails/rail.ts';
import { createSiblingApp, createTestApp, succeeded, type TestApp } from '../test/app.ts';
import { startMarketStandIn, type MarketStandIn } from '../test/market-stand-in.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { seededRandom, seedOf } from '../test/seeded-random.ts';
import { createRealRail } from '../test/withdrawals.ts';

/**
 * Promise 21: nobody gains from a top-up's fixed rate. It holds for what was asked for and paid in time. Anything else is worth
 * its coin's first price after it is final. Prices move while payers who see them pay too little, too much, too late, in another
 * coin, or hold a payment back. FIXED_RATE_SEED repeats.
 */
const random = seededRandom(seedOf('FIXED_RATE_SEED'));
const ways = ['exact', 'less', 'a bit more', 'far more', 'late', 'held back', 'wrong coin', 'twice'] as const;
const roundsOfEach = 5;
const openingCoinPrice = '0.57';
const presentCoinPrice = '0.70';

type Way = (typeof ways)[number];
interface OpenTopUp {
  readonly way: Way;
  readonly transactionId: string;
  readonly externalId: string;
  readonly usd: bigint;
  /** For a bitcoin. */
  readonly offered: Price;
}

type SeenPayment = Omit<ObservedPayment, 'state'> & { state: ObservedPayment['state'] };

let market: MarketStandIn;
/** Prices come rarely and go far: another test is about jumps that wait. */
let environment: Record<string, string>;
let testApp: TestApp;
let person: SignedInPerson;
let presentMs: number;
/** By the rail's own id of the top-up. */
const seen = new Map<string, SeenPayment[]>();
const counted = { settled: 0, waited: 0, claimed: 0 };

const rail = createRealRail({
  canTopUp: true,
  openPayment: async ({ topUpId }) => ({
    externalId: topUpId,
    paymentUrl: `https://rail.example/pay/${topUpId}`,
  }),
  findPayments: async (externalId) => [...(seen.get(externalId) ?? [])],
  readWebhook: ({ rawBody }) => ({ kind: 'topup', externalId: rawBody.toString() }),
});

beforeAll(async () => {
  market = await startMarketStandIn();
  vi.useFakeTimers({ toFake: ['Date'] });
  presentMs = Date.now();
  environment = { ...market.environment, TRADE_PRICE_JUMP_BPS: '10000' };
  testApp = await createTestApp({ ...environment, MRCY_PRICE_USD: presentCoinPrice }, { rail });
  person = await makePerson(testApp);
}, 60_000);
afterAll(async () => {
  process.stdout.write(`promise 21: seed ${random.seed}, ${JSON.stringify(counted)}\n`);
  vi.useRealTimers();
  await testApp.close();
  await market.close();
});

const bitcoin = () => market.coin('bitcoin');

function priceOf(asset: 'BTC' | 'MRCY', text: string): Price {
  const price = parsePrice(asset, text);
  if (price === undefined) throw new Error(`${text} is no price`);
  return price;
}

function moveMarket(): void {
  presentMs += 90_000;
  vi.setSystemTime(presentMs);
  bitcoin().price = (Number(bitcoin().price) * (0.97 + random.below(61) / 1000)).toFixed(2);
  bitcoin().lastUpdated = undefined;
}

/** Every price is older than the last payment's end. */
function quietenMarket(): void {
  bitcoin().lastUpdated = JSON.stringify(new Date(Date.now() - 200_000));
}

async function open(app: TestApp, way: Way): Promise<OpenTopUp> {
  const usd = BigInt(100 + random.below(980_000)) * stepOutside('USD');
  const offered = priceOf('BTC', bitcoin().price);
  const reply = await app.call('POST', '/wallets/topup', {
    token: person.token,
    body: { amount: formatAmount(amountOf('USD', usd)), currency: 'USD', paymentMethod: 'CRYPTO' },
  });
  const { transactionId, paymentUrl } = succeeded(endpoints.topUp, reply);
  return { way, transactionId, externalId: new URL(paymentUrl ?? '').pathname.slice(5), usd, offered };
}

function pay(
  { externalId, offered }: OpenTopUp,
  { amount, isWrongCoin = false }: { amount: Amount; isWrongCoin?: boolean },
): void {
  const payment: SeenPayment = {
    externalId: randomUUID(),
    amount,
    usd: valueInUsd(amount, offered, 'down'),
    state: 'seen',
    isWrongCoin,
    // The clock that ends the time to pay is the real one.
    seenAt: new Date(vi.getRealSystemTime()),
  };
  seen.set(externalId, [...(seen.get(externalId) ?? []), payment]);
}

function confirm({ externalId }: OpenTopUp): void {
  for (const payment of seen.get(externalId) ?? []) payment.state = 'confirmed';
}

async function tell({ externalId }: OpenTopUp): Promise<void> {
  const reply = await testApp.app.inject({
    method: 'POST',
    url: '/v1/rails/btcpay/webhook',
    payload: externalId,
  });
  expect(reply.statusCode).toBe(200);
}

async function endTime({ transactionId }: OpenTopUp, since = '1 second'): Promise<void> {
  await testApp.db.pool.query(
    `update topup set created_at = now() - interval '3 hours', expires_at = now() - $2::interval
      where transaction_id = $1`,
    [transactionId, since],
  );
}

/** Rounded up, as wallets do. */
function bitcoinFor(usd: bigint, { offered }: OpenTopUp): Amount {
  return amountForUsd(amountOf('USD', usd), offered, 'up');
}

/** Plays one way. Returns for how many US dollars the rate holds, and for how many satoshis it does not. */
async function play(topUp: OpenTopUp): Promise<{ fixedUsd: bigint; beyond: bigint }> {
  const { usd } = topUp;
  const send = async (share: bigint, options: { isWrongCoin?: boolean } = {}): Promise<bigint> => {
    const amount = bitcoinFor((usd * share) / 1000n, topUp);
    pay(topUp, { amount, ...options });
    await tell(topUp);
    moveMarket();
    confirm(topUp);
    quietenMarket();
    await tell(topUp);
    return amount.minorUnits;
  };
  switch (topUp.way) {
    case 'exact':
      await send(1000n);
      return { fixedUsd: usd, beyond: 0n };
    case 'less': {
      const amount = await send(BigInt(300 + random.below(600)));
      await endTime(topUp);
      await tell(topUp);
      return { fixedUsd: valueInUsd(amountOf('BTC', amount), topUp.offered, 'down').minorUnits, beyond: 0n };
    }
    case 'a bit more': {
      const amount = await send(1008n);
      return { fixedUsd: valueInUsd(amountOf('BTC', amount), topUp.offered, 'down').minorUnits, beyond: 0n };
    }
    case 'far more': {
      const amount = await send(BigInt(1020 + random.below(50_000)));
      const paidUsd = valueInUsd(amountOf('BTC', amount), topUp.offered, 'down').minorUnits;
      return { fixedUsd: usd, beyond: amount - (amount * usd + paidUsd - 1n) / paidUsd };
    }
    case 'late':
      await endTime(topUp);
      return { fixedUsd: 0n, beyond: await send(1000n) };
    case 'held back': {
      const amount = bitcoinFor(usd, topUp);
      pay(topUp, { amount });
      await tell(topUp);
      await endTime(topUp, '61 minutes');
      moveMarket();
      confirm(topUp);
      quietenMarket();
      await tell(topUp);
      return { fixedUsd: 0n, beyond: amount.minorUnits };
    }
    case 'wrong coin':
      return { fixedUsd: 0n, beyond: await send(1000n, { isWrongCoin: true }) };
    case 'twice':
      await send(1000n);
      return { fixedUsd: usd, beyond: await send(1000n) };
    default:
      return topUp.way satisfies never;
  }
}

async function find({ transactionId }: OpenTopUp): Promise<Transaction> {
  const reply = await testApp.call('GET', `/transactions/${transactionId}`, { token: person.token });
  return succeeded(endpoints.getTransaction, reply).transaction;
}

async function claimables(): Promise<Transaction[]> {
  const reply = await testApp.call('GET', '/transactions?limit=100', { token: person.token });
  return succeeded(endpoints.listTransactions, reply).transactions.filter(({ canClaim }) => canClaim);
}

/** Their worth now, and the credit for it. */
function worthNow(bitcoins: bigint): { usdValue: string; amount: string } {
  const usd = valueInUsd(amountOf('BTC', bitcoins), priceOf('BTC', bitcoin().price), 'down');
  const credit = amountForUsd(usd, priceOf('MRCY', presentCoinPrice), 'down');
  return { usdValue: formatAmount(usd), amount: formatAmount(credit) };
}

function creditedAtOpening(usd: bigint): Partial<Transaction> {
  const credit = amountForUsd(amountOf('USD', usd), priceOf('MRCY', openingCoinPrice), 'down');
  return {
    state: 'completed',
    amount: formatAmount(credit),
    usdValue: formatAmount(amountOf('USD', usd)),
  };
}

async function verify(topUp: OpenTopUp): Promise<void> {
  const { way } = topUp;
  const { fixedUsd, beyond } = await play(topUp);
  const transaction = await find(topUp);
  if (transaction.state === 'completed') counted.settled += 1;
  expect({ way, ...transaction }).toMatchObject(
    fixedUsd > 0n
      ? creditedAtOpening(fixedUsd)
      : { state: way === 'wrong coin' ? 'awaiting_payment' : 'expired' },
  );
  // No price since: the rest waits.
  expect({ way, offered: await claimables() }).toEqual({ way, offered: [] });
  moveMarket();
  await tell(topUp);
  const offered = await claimables();
  expect({ way, offered }).toMatchObject({ way, offered: beyond === 0n ? [] : [worthNow(beyond)] });
  if (beyond > 0n) counted.waited += 1;
  // A found price stays, whatever the market does until the claim.
  moveMarket();
  await tell(topUp);
  for (const { id: transactionId, amount } of offered) {
    const reply = await testApp.call('POST', '/wallets/topup/claim', {
      token: person.token,
      body: { transactionId },
    });
    expect({ way, amount: succeeded(endpoints.claimTopUp, reply).transaction.amount }).toEqual({
      way,
      amount,
    });
    counted.claimed += 1;
  }
}

test(
  'nobody gains from the rate of a top-up, whatever the market does and however they pay',
  { timeout: 120_000 },
  async () => {
    // The operator's price was lower when they were opened.
    const former = await createSiblingApp(
      testApp,
      { ...environment, MRCY_PRICE_USD: openingCoinPrice },
      { rail },
    );
    const topUps: OpenTopUp[] = [];
    for (let round = 0; round < roundsOfEach; round += 1) {
      for (const way of ways) topUps.push(await open(former, way));
    }
    await former.close();
    for (const topUp of topUps) await verify(topUp);
    expect(counted.settled).toBe(roundsOfEach * 5);
    expect(counted.claimed).toBe(roundsOfEach * 5);
    expect((await checkLedger(testApp.db)).findings).toEqual([]);
  },
);
