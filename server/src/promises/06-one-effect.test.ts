import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { proveBooks } from '../ledger/testing/postings.ts';
import { exampleAddressOf } from '../rails/sandbox/example-addresses.ts';
import { insertClaimablePayment } from '../test/claimable-payment.ts';
import { openCrashLab, type CrashLab } from '../test/crash-lab.ts';
import { fund, insertSignedInPeople, knowOthers, type Caller } from '../test/signed-in-people.ts';
import { insertTestQuote } from '../test/trades.ts';

/**
 * Promise 6: one idempotency key, 50 times at once through two processes and again after both were killed with signal 9, has one
 * effect and one reply, letter for letter.
 */
const atOnce = 50;
const roundsWithKills = 3;
const fundedAmount = 10n ** 12n;

interface Command {
  readonly path: string | ((people: { caller: Caller }) => Promise<string>);
  readonly status: number;
  readonly body: (people: { caller: Caller; recipient: Caller }) => object | Promise<object>;
  /** A query that answers a row for each effect on person $1. */
  readonly effects: string;
}

/** Each writes a row of history. */
const ownHistory = 'select from wallet_transaction where user_id = $1';

/** Every call that takes a key. */
const commands: Readonly<Record<string, Command>> = {
  transfer: {
    path: '/wallets/transfer',
    status: 200,
    body: ({ recipient }) => ({ recipientAddress: recipient.walletAddress, amount: '1.5' }),
    effects: ownHistory,
  },
  withdraw: {
    path: '/wallets/withdraw',
    status: 200,
    body: () => ({ currency: 'BTC', amount: '0.01', address: exampleAddressOf('BTC') }),
    effects: ownHistory,
  },
  deposit: {
    path: '/wallets/deposit',
    status: 200,
    body: () => ({ currency: 'BTC', amount: '0.02' }),
    effects: ownHistory,
  },
  'top-up': {
    path: '/wallets/topup',
    status: 201,
    body: () => ({ amount: '20', currency: 'USD', paymentMethod: 'CRYPTO' }),
    effects: ownHistory,
  },
  'accept-quote': {
    async path({ caller }) {
      const { id } = await insertTestQuote(lab.db, caller.userId, {
        type: 'SELL',
        from: '0.001 BTC',
        to: '49 USD',
      });
      return `/quotes/${id}/accept`;
    },
    status: 200,
    body: () => ({ fromAmount: '0.001', toAmount: '49' }),
    effects: ownHistory,
  },
  'recurring-buy': {
    path: '/recurring-buys',
    status: 201,
    body: () => ({
      fromCurrency: 'BTC',
      amount: '0.001',
      toCurrency: 'MRCY',
      every: 'day',
      // After this test: its purchases have promises of their own.
      firstAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
    }),
    effects: 'select from recurring_buy where user_id = $1',
  },
  claim: {
    path: '/wallets/topup/claim',
    status: 200,
    body: async ({ caller }) => ({ transactionId: await insertClaimablePayment(lab.db, caller) }),
    // Its row of history was there before; its effect is the credit.
    effects: 'select from transfer join topup on topup.id = transfer.reference_id where topup.user_id = $1',
  },
};

let lab: CrashLab;
const counts = { attempted: 0, acknowledged: 0, unknown: 0, effects: 0, kills: 0 };

beforeAll(async () => {
  lab = await openCrashLab({ serverCount: 2 });
}, 120_000);
afterEach(async () => {
  expect(lab.complaints()).toEqual([]);
  await proveBooks(lab.db);
});
afterAll(async () => {
  process.stdout.write(`promise 6: ${JSON.stringify(counts)}\n`);
  await lab.close();
}, 60_000);

interface Intent {
  readonly command: Command;
  readonly path: string;
  readonly caller: Caller;
  readonly body: string;
  readonly key: string;
}

let intentCount = 0;

async function newIntent(command: Command): Promise<Intent> {
  const [caller, recipient] = await insertSignedInPeople(lab.db, 2);
  if (caller === undefined || recipient === undefined) throw new Error('nobody was inserted');
  await fund(lab.db, [caller], fundedAmount);
  await fund(lab.db, [caller], fundedAmount, 'BTC');
  // Transfers to known and to new people are posted in two ways.
  if (intentCount % 2 === 0) await knowOthers(lab.db, [caller], [recipient]);
  intentCount += 1;
  const body = JSON.stringify(await command.body({ caller, recipient }));
  const path = typeof command.path === 'string' ? command.path : await command.path({ caller });
  return { command, path, caller, body, key: randomUUID() };
}

// Fifty wait for one row behind a pool of twenty: on a busy machine some are told to come back.
const timesToldBusyMax = 20;

/** Undefined without an answer, or if the server does not know either. */
async function ask(intent: Intent, index: number): Promise<string | undefined> {
  counts.attempted += 1;
  try {
    let told = await askOnce(intent, index);
    for (let timesToldBusy = 0; told.status === 503 && timesToldBusy < timesToldBusyMax; timesToldBusy += 1) {
      told = await askOnce(intent, index);
    }
    const text = `${told.status} ${told.text}`;
    if (told.status >= 500) throw new Error(text);
    counts.acknowledged += 1;
    return text;
  } catch {
    counts.unknown += 1;
    return undefined;
  }
}

async function askOnce(
  { path, caller, body, key }: Intent,
  index: number,
): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${lab.origins[index % lab.origins.length]}/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${caller.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body,
  });
  return { status: reply.status, text: await reply.text() };
}

const askAtOnce = (intent: Intent) =>
  Promise.all(Array.from({ length: atOnce }, (_, index) => ask(intent, index)));

async function countEffects({ command, caller }: Intent): Promise<number> {
  const { rowCount } = await lab.db.pool.query(command.effects, [caller.userId]);
  return rowCount ?? 0;
}

describe.each(Object.entries(commands))('%s', (_name, command) => {
  test(`${atOnce} times at once through two processes: one effect, one reply`, async () => {
    const intent = await newIntent(command);
    const replies = await askAtOnce(intent);
    expect(new Set(replies).size).toBe(1);
    expect(replies[0]).toMatch(new RegExp(`^${command.status} `));
    expect(await countEffects(intent)).toBe(1);
    counts.effects += 1;
    // Whatever has happened since.
    await fund(lab.db, [intent.caller], 1n);
    expect(await ask(intent, 0)).toBe(replies[0]);
    expect(await ask(intent, 1)).toBe(replies[0]);
    expect(await countEffects(intent)).toBe(1);
  });
});

test('each of them across a crash of both processes: one effect, and whoever was answered was answered alike', async () => {
  for (let round = 0; round < roundsWithKills; round += 1) {
    const intents = await Promise.all(Object.values(commands).map(newIntent));
    const asked = Promise.all(intents.map(askAtOnce));
    // In the midst of it, each time a little later.
    await new Promise((resolve) => setTimeout(resolve, 20 + 60 * round));
    await Promise.all(lab.origins.map((_, index) => lab.killServer(index)));
    counts.kills += lab.origins.length;
    const before = await asked;
    for (const [index, intent] of intents.entries()) {
      const after = await askAtOnce(intent);
      const replies = new Set([...(before[index] ?? []), ...after].filter((reply) => reply !== undefined));
      expect([...replies]).toEqual([expect.stringMatching(new RegExp(`^${intent.command.status} `))]);
      expect(await countEffects(intent)).toBe(1);
      counts.effects += 1;
    }
  }
}, 300_000);
