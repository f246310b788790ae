import { parseAmount } from '@mercury/contract/money/amount.ts';
import { assetOf, chainTraits, type AssetCode } from '@mercury/contract/money/asset.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSecretBox } from '../encryption.ts';
import { checkLedger } from '../ledger/ledger.ts';
import { sandboxWebhookSecret } from '../rails/create-rail.ts';
import type { WebhookSubject } from '../rails/rail.ts';
import { signSandboxWebhook } from '../rails/sandbox/webhook.ts';
import { confirmPayment, sendPayment, type PaymentTarget } from '../rails/sandbox/chain.ts';
import { createSiblingApp, createTestApp, type TestApp } from '../test/app.ts';
import { dropPayment, sendWebhook } from '../test/pretend-chain.ts';
import { seededRandom, seedOf } from '../test/seeded-random.ts';
import { insertSignedInPeople, type Caller } from '../test/signed-in-people.ts';

/**
 * Promise 8: a deposit, and so a top-up, is credited once, only when it is final, whatever webhooks repeat, reorder or are
 * forged. Random histories through two processes; DEPOSITS_SEED repeats a run. After each burst nobody has more than what is
 * final; at the end everybody has all of it.
 */

vi.setConfig({ testTimeout: 60_000 });

const random = seededRandom(seedOf('DEPOSITS_SEED'));
const histories = 10;
const stepsPerHistory = 30;
const replaysAtOnce = 50;
const depositAssets = ['BTC', 'TRX', 'DOGE'] as const satisfies readonly AssetCode[];
const topUpUsd = 57_000_000n;

let apps: readonly [TestApp, TestApp];
let secret: Buffer;
const counts = { attempted: 0, acknowledged: 0, refused: 0, duplicated: 0, credited: 0 };

beforeAll(async () => {
  const first = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  apps = [first, await createSiblingApp(first, { RATE_LIMIT_FACTOR: '1000000' })];
  secret = sandboxWebhookSecret(await openSecretBox(first.config, first.db));
});
afterAll(async () => {
  process.stdout.write(`promise 8: seed ${random.seed}, webhooks ${JSON.stringify(counts)}\n`);
  expect((await checkLedger(apps[0].db)).findings).toEqual([]);
  await apps[1].close();
  await apps[0].close();
});

/** A payment on the chain, as the test knows it. */
interface Sent {
  readonly id: string;
  readonly subject: WebhookSubject;
  readonly asset: AssetCode;
  readonly units: bigint;
  /** Towards a top-up: USDT, which is worth its number. */
  readonly usd: bigint;
  confirmations: number;
  hasFailed: boolean;
}

interface History {
  readonly person: Caller;
  readonly addresses: ReadonlyMap<AssetCode, { address: string; memo: string }>;
  readonly topUpId: string;
  readonly sent: Sent[];
}

const neededFor = (asset: AssetCode): number => {
  const { chain } = assetOf(asset);
  if (chain === null) throw new Error(`${asset} is on no chain`);
  return chainTraits[chain].confirmationsNeeded;
};
const isFinal = ({ asset, confirmations, hasFailed }: Sent) =>
  !hasFailed && confirmations >= neededFor(asset);

async function begin(): Promise<History> {
  const [person] = await insertSignedInPeople(apps[0].db, 1);
  if (person === undefined) throw new Error('nobody was made');
  const { token } = person;
  const addresses = new Map<AssetCode, { address: string; memo: string }>();
  for (const asset of depositAssets) {
    const { body } = await apps[0].call('GET', `/wallets/deposit/address?currency=${asset}`, { token });
    addresses.set(asset, { address: body.address, memo: body.memo ?? '' });
  }
  const { body } = await apps[0].call('POST', '/wallets/topup', {
    token,
    body: { amount: '57', currency: 'USD', paymentMethod: 'CRYPTO' },
  });
  const { rows } = await apps[0].db.pool.query('select id from topup where transaction_id = $1', [
    body.transactionId,
  ]);
  return { person, addresses, topUpId: rows[0].id, sent: [] };
}

async function send(history: History): Promise<Sent> {
  const asset = random.pick<AssetCode>(['USDT', ...depositAssets]);
  const units = BigInt(1 + random.below(60)) * 10n ** BigInt(assetOf(asset).decimals);
  const target: PaymentTarget =
    asset === 'USDT'
      ? { topUpId: history.topUpId, chosenAsset: random.pick(['USDT', 'USDT', 'BTC']) }
      : (history.addresses.get(asset) ?? { address: '', memo: '' });
  const id = await sendPayment(apps[0].db.pool, { target, amount: { asset, minorUnits: units } });
  const sent: Sent = {
    id,
    subject:
      asset === 'USDT' ? { kind: 'topup', externalId: history.topUpId } : { kind: 'deposit', externalId: id },
    asset,
    units,
    usd: asset === 'USDT' ? units : 0n,
    confirmations: 0,
    hasFailed: false,
  };
  history.sent.push(sent);
  return sent;
}

/** The chain finds blocks, or drops what is not final. */
async function happen(sent: Sent): Promise<void> {
  const { pool } = apps[0].db;
  if (random.below(8) === 0) {
    await dropPayment(pool, sent.id);
    if (!isFinal(sent)) sent.hasFailed = true;
    return;
  }
  const blockCount = random.pick([1, neededFor(sent.asset) - 1, neededFor(sent.asset)]);
  await confirmPayment(pool, { paymentId: sent.id, blockCount });
  if (!sent.hasFailed) sent.confirmations += blockCount;
}

async function tell(subject: WebhookSubject): Promise<void> {
  const { headers, rawBody } = signSandboxWebhook(secret, subject);
  counts.attempted += 1;
  const { status } = await sendWebhook(random.pick(apps), headers, rawBody);
  expect(status).toBe(200);
  counts.acknowledged += 1;
}

async function forge(subject: WebhookSubject): Promise<void> {
  const { rawBody } = signSandboxWebhook(secret, subject);
  const { headers } = signSandboxWebhook(Buffer.alloc(32, random.below(256)), subject);
  counts.attempted += 1;
  expect((await sendWebhook(random.pick(apps), headers, rawBody)).status).toBe(403);
  counts.refused += 1;
}

/** Anything sent so far: repeated, out of order, forged. */
async function burst({ sent }: History): Promise<void> {
  const chosen = Array.from({ length: 1 + random.below(6) }, () => sent[random.below(sent.length)]);
  counts.duplicated += chosen.length - new Set(chosen).size;
  await Promise.all(
    chosen.flatMap((payment) => {
      if (payment === undefined) return [];
      return [random.below(5) === 0 ? forge(payment.subject) : tell(payment.subject)];
    }),
  );
}

async function creditedOf({ person }: History): Promise<Map<AssetCode | 'worth', bigint>> {
  const { rows } = await apps[0].db.pool.query<{ asset: AssetCode | 'worth'; credited: bigint }>(
    `select asset, balance as credited from account where owner_id = $1 and kind = 'available' and asset <> 'MRCY'
     union all
     select 'worth', coalesce(sum(usd_value), 0) from wallet_transaction
      where user_id = $1 and type = 'TOPUP' and status = 'COMPLETED'`,
    [person.userId],
  );
  return new Map(rows.map(({ asset, credited }) => [asset, credited]));
}

function finalOf({ sent }: History): Map<AssetCode | 'worth', bigint> {
  const total = (of: Sent[], part: (one: Sent) => bigint) => of.reduce((sum, one) => sum + part(one), 0n);
  const final = sent.filter(isFinal);
  const deposits = depositAssets.map((asset) => {
    const own = final.filter((one) => one.asset === asset);
    return [asset, total(own, ({ units }) => units)] as const;
  });
  return new Map<AssetCode | 'worth', bigint>([...deposits, ['worth', total(final, ({ usd }) => usd)]]);
}

async function expectNothingTooEarly(history: History): Promise<void> {
  const final = finalOf(history);
  for (const [asset, credited] of await creditedOf(history)) {
    expect(credited, `${asset} credited, of what is final`).toBeLessThanOrEqual(final.get(asset) ?? 0n);
  }
}

/** After the half hour everything is told once more, and each claim is made twice at once. */
async function finish(history: History): Promise<void> {
  await apps[0].db.pool.query(
    `update topup set created_at = now() - interval '1 hour', expires_at = now() where id = $1`,
    [history.topUpId],
  );
  for (const { subject } of history.sent) await tell(subject);
  await tell({ kind: 'topup', externalId: history.topUpId });
  const { rows } = await apps[0].db.pool.query<{ id: string }>(
    `select id from wallet_transaction where user_id = $1 and state = 'claimable'`,
    [history.person.userId],
  );
  for (const { id } of rows) {
    const claims = apps.map((app) =>
      app.call('POST', '/wallets/topup/claim', { token: history.person.token, body: { transactionId: id } }),
    );
    const statuses = (await Promise.all(claims)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 422]));
  }
}

test(`nobody has more than what is final, and in the end all of it (seed ${random.seed})`, async () => {
  for (let count = 0; count < histories; count += 1) {
    const history = await begin();
    await send(history);
    for (let step = 0; step < stepsPerHistory; step += 1) {
      const dice = random.below(6);
      if (dice === 0) await send(history);
      const sent = history.sent[random.below(history.sent.length)];
      if (dice <= 3 && sent !== undefined) await happen(sent);
      await burst(history);
      await expectNothingTooEarly(history);
    }
    // Here its chain decides about an unconfirmed top-up.
    for (const sent of history.sent.filter((one) => !isFinal(one) && !one.hasFailed)) {
      await dropPayment(apps[0].db.pool, sent.id);
      sent.hasFailed = true;
    }
    await finish(history);
    const credited = await creditedOf(history);
    for (const [asset, units] of finalOf(history)) {
      expect(credited.get(asset) ?? 0n, `${asset} credited in the end`).toBe(units);
    }
    counts.credited += history.sent.filter(isFinal).length;
  }
});

/** A deposit and a whole top-up on the chain, unconfirmed. */
async function sendBoth(history: History) {
  const { pool } = apps[0].db;
  const target = history.addresses.get('BTC') ?? { address: '', memo: '' };
  const amount = parseAmount('BTC', '0.5') ?? { asset: 'BTC', minorUnits: 0n };
  const depositId = await sendPayment(pool, { target, amount });
  const topUpPaymentId = await sendPayment(pool, {
    target: { topUpId: history.topUpId, chosenAsset: 'USDT' },
    amount: { asset: 'USDT', minorUnits: topUpUsd },
  });
  const subjects = [
    { kind: 'deposit', externalId: depositId },
    { kind: 'topup', externalId: history.topUpId },
  ] as const;
  return { amount, subjects, paymentIds: [depositId, topUpPaymentId] };
}

test('what is only seen is credited to nobody, and what its chain then drops never is', async () => {
  const history = await begin();
  const { subjects, paymentIds } = await sendBoth(history);
  for (const subject of subjects) await tell(subject);
  expect([...(await creditedOf(history)).values()].filter((units) => units !== 0n)).toEqual([]);
  for (const paymentId of paymentIds) await dropPayment(apps[0].db.pool, paymentId);
  for (const subject of subjects) await tell(subject);
  expect([...(await creditedOf(history)).values()].filter((units) => units !== 0n)).toEqual([]);
});

test(`${replaysAtOnce} replays at once through two processes credit once`, async () => {
  const history = await begin();
  const { amount, subjects, paymentIds } = await sendBoth(history);
  for (const paymentId of paymentIds) {
    await confirmPayment(apps[0].db.pool, { paymentId, blockCount: 1_000 });
  }
  for (const subject of subjects) {
    await Promise.all(Array.from({ length: replaysAtOnce }, () => tell(subject)));
    counts.duplicated += replaysAtOnce - 1;
    counts.credited += 1;
  }
  const credited = await creditedOf(history);
  expect(credited.get('BTC')).toBe(amount.minorUnits);
  expect(credited.get('worth')).toBe(topUpUsd);
});
