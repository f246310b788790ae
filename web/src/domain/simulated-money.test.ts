import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getStatement, Transaction } from '@mercury/contract/api/transactions.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { seededCodes, assetOf } from '@mercury/contract/money/asset.ts';
import { writeTransactionsCsv } from '@mercury/contract/transactions-csv.ts';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { MoneyLoads } from './money-actions.ts';
import { createSimulatedMoney } from './simulated-money.ts';
import type { Config } from './config-query.ts';
import { amountIn, transactionOf, walletOf } from './simulated-samples.ts';

const signal = new AbortController().signal;
const nowMs = Date.parse('2026-03-01T12:00:00.000Z');
const recipientAddress = encodeAddress(new Uint8Array(20).fill(9));

const config: Config = {
  success: true,
  productName: 'Mercury',
  coin: 'MRCY',
  coinPriceUsd: '0.57',
  withdrawalFeeBps: 50,
  moneyMode: 'simulated',
  rail: { name: 'sandbox', isSandbox: true, canTopUp: true, canPayOut: true, paymentOrigins: [] },
  assets: seededCodes.map((code) =>
    Object.assign({}, assetOf(code), {
      network: null,
      canTopUpWith: true,
      canDeposit: true,
      canWithdraw: true,
      memoKind: null,
      networkFee: '0',
      exampleAddress: null,
    }),
  ),
  limits: { topUpUsdMin: '1.00', topUpUsdMax: '10000.00' },
  trade: { feeBps: 25, spreadBps: 50, orderUsdMin: '1.00', orderUsdMax: '10000.00', dayUsdMax: '50000.00' },
  locales: ['en'],
  contact: { email: null, phone: null, address: null },
  socialLinks: [],
};

const emptyStatement: ReplyOf<typeof getStatement> = {
  success: true,
  from: '2026-02-20T00:00:00.000Z',
  to: '2026-04-01T00:00:00.000Z',
  madeAt: '2026-03-01T12:00:00.000Z',
  person: { name: 'Sara', username: 'sara', walletAddress: 'mrcy1sara' },
  currencies: [],
};

const grace = { username: 'grace', walletAddress: recipientAddress, contactName: null, isPaidBefore: true };

/** A server that knows these wallets and this history, and answers as the real one pages. */
function serverWith(wallets: readonly Wallet[], history: readonly Transaction[]) {
  const own = wallets.find(({ currency }) => currency === 'MRCY') ?? walletOf(amountIn('MRCY', '0'), config);
  return {
    getBalance: vi.fn<MoneyLoads['getBalance']>(async () => ({
      success: true,
      wallet: own,
      wallets: [own, ...wallets.filter(({ currency }) => currency !== 'MRCY')],
      totalUsdValue: '0.00',
    })),
    listTransactions: vi.fn<MoneyLoads['listTransactions']>(async ({ limit = 5, page = 1, type }) => {
      const fitting = history.filter((each) => type === undefined || each.type === type);
      return {
        success: true,
        transactions: fitting.slice((page - 1) * limit, page * limit),
        total: fitting.length,
        nextCursor: null,
      };
    }),
    getTransaction: vi.fn<MoneyLoads['getTransaction']>().mockRejectedValue(new Error('not asked for here')),
    getStatement: vi.fn<MoneyLoads['getStatement']>(async () => ({ ...emptyStatement })),
    exportTransactions: vi.fn<MoneyLoads['exportTransactions']>(async () =>
      writeTransactionsCsv(history.toReversed()),
    ),
    getDepositAddress: vi
      .fn<MoneyLoads['getDepositAddress']>()
      .mockRejectedValue(new Error('not asked for here')),
    findRecipient: vi.fn<MoneyLoads['findRecipient']>(async () => grace),
  };
}

function demoOf(loads: MoneyLoads, set: Config = config) {
  const saveContact = vi.fn<() => Promise<void>>(async () => undefined);
  const pausesMs: number[] = [];
  const money = createSimulatedMoney({
    loads,
    config: set,
    saveContact,
    pause: async (durationMs) => {
      pausesMs.push(durationMs);
    },
    paymentUrl: 'https://mercury.example/demo-payment',
    describe: ({ status }) => status,
    now: () => nowMs,
  });
  return { money, saveContact, pausesMs };
}

const bitcoin = walletOf(amountIn('BTC', '1'), config);

function row(number: number, type: 'DEPOSIT' | 'TRANSFER' = 'DEPOSIT'): Transaction {
  const date = new Date(nowMs - number * 1000).toISOString();
  return transactionOf(
    { id: `row-${number}`, type, currency: 'BTC', direction: 'in', amount: '0.1', date },
    config,
  );
}

it('shows samples where the loads give nothing, and what the server knows where they give something', async () => {
  const { money } = demoOf(serverWith([], []));
  const { wallets, totalUsdValue } = await money.getBalance(signal);
  expect(wallets.map(({ currency }) => currency)).toEqual(['MRCY', 'BTC', 'ETH', 'USDT']);
  expect(Number(totalUsdValue)).toBeGreaterThan(0);
  const { total, transactions } = await money.listTransactions({}, signal);
  expect([transactions.length, total]).toEqual([5, 8]);

  const known = demoOf(serverWith([bitcoin], [row(1)])).money;
  expect((await known.getBalance(signal)).wallets.map(({ currency }) => currency)).toEqual(['MRCY', 'BTC']);
  expect((await known.listTransactions({}, signal)).transactions.map(({ id }) => id)).toEqual(['row-1']);
});

it('shows the samples of a load that fails, and lets one that was called off be', async () => {
  const server = serverWith([], []);
  const failure = new ApiError({ code: 'NetworkError', message: '', status: null });
  server.getBalance.mockRejectedValue(failure);
  server.listTransactions.mockRejectedValue(failure);
  const { money } = demoOf(server);
  expect((await money.getBalance(signal)).wallets).toHaveLength(4);
  expect((await money.listTransactions({ type: 'BUY' }, signal)).total).toBe(1);
  await expect(money.getBalance(AbortSignal.abort())).rejects.toThrow(failure);
});

it('keeps an empty answer to a filter empty where there is a history', async () => {
  const { money } = demoOf(serverWith([bitcoin], [row(1)]));
  expect((await money.listTransactions({ type: 'TRANSFER' }, signal)).total).toBe(0);
});

it('deposits at once: a completed transaction on top, a larger balance, and nothing asked of the server', async () => {
  const server = serverWith([bitcoin], [row(1)]);
  const { money } = demoOf(server);
  await money.getBalance(signal);
  server.getBalance.mockClear();
  const order = { currency: 'ETH', amount: '2' } as const;
  const reply = await money.deposit({ order, idempotencyKey: 'a'.repeat(32) });
  expect(reply.wallet).toMatchObject({
    currency: 'ETH',
    balance: '2.000000000000000000',
    usdValue: '5882.74',
  });
  expect(server.getBalance).not.toHaveBeenCalled();

  const { transactions, total } = await money.listTransactions({}, signal);
  expect(total).toBe(2);
  expect(transactions[0]).toMatchObject({ type: 'DEPOSIT', status: 'COMPLETED', currency: 'ETH' });
  const balance = await money.getBalance(signal);
  expect(balance.wallets.map(({ currency }) => currency)).toEqual(['MRCY', 'BTC', 'ETH']);
  expect(balance.totalUsdValue).toBe('51265.25');
});

it('takes as long as the specification pretends, for each command', async () => {
  const { money, pausesMs } = demoOf(serverWith([bitcoin], []));
  await money.getBalance(signal);
  const order = { currency: 'BTC', amount: '0.1' } as const;
  await money.deposit({ order, idempotencyKey: 'f'.repeat(32) });
  await money.withdraw({ order: { ...order, address: 'bc1q' }, idempotencyKey: 'g'.repeat(32) });
  await money.transfer({
    order: { ...order, recipientAddress: 'mrcy1abc' },
    idempotencyKey: 'h'.repeat(32),
  });
  await money.openPayment({ order: { amountUsd: '10' }, idempotencyKey: 'i'.repeat(32) });
  expect(pausesMs).toEqual([2000, 1500, 1500, 1000]);
});

it('does the same intent once', async () => {
  const { money } = demoOf(serverWith([bitcoin], []));
  await money.getBalance(signal);
  const keyed = { order: { currency: 'BTC', amount: '0.5' } as const, idempotencyKey: 'b'.repeat(32) };
  const first = await money.deposit(keyed);
  expect(await money.deposit(keyed)).toEqual(first);
  expect((await money.getBalance(signal)).wallets[1]?.balance).toBe('1.50000000');
});

it('withdraws amount with the fee in it, and no more than there is', async () => {
  const { money } = demoOf(serverWith([bitcoin], []));
  await money.getBalance(signal);
  const order = { currency: 'BTC', address: 'bc1q', amount: '1' } as const;
  const reply = await money.withdraw({ order, idempotencyKey: 'c'.repeat(32) });
  expect(reply.transaction).toMatchObject({
    status: 'COMPLETED',
    fee: '0.00500000',
    netAmount: '0.99500000',
  });
  expect(reply).toMatchObject({ requiresVerification: false, wallet: { balance: '0.00000000' } });
  await expect(
    money.withdraw({ order: { ...order, amount: '0.00000001' }, idempotencyKey: 'd'.repeat(32) }),
  ).rejects.toMatchObject({ code: 'InsufficientBalance' });
});

it('takes out of a withdrawal what the operator sets for its network', async () => {
  const assets = config.assets.map((asset) =>
    asset.code === 'BTC' ? { ...asset, networkFee: '0.01000000' } : asset,
  );
  const { money } = demoOf(serverWith([bitcoin], []), { ...config, assets });
  await money.getBalance(signal);
  const order = { currency: 'BTC', address: 'bc1q', amount: '0.5' } as const;
  const { transaction } = await money.withdraw({ order, idempotencyKey: 'c'.repeat(32) });
  expect(transaction).toMatchObject({ fee: '0.01250000', netAmount: '0.48750000' });
});

it('transfers, and saves the recipient where asked to', async () => {
  const { money, saveContact } = demoOf(serverWith([], []));
  await money.getBalance(signal);
  const order = { recipientAddress, amount: '250', saveToContacts: true, contactName: 'Sara', note: 'Rent' };
  const reply = await money.transfer({ order, idempotencyKey: 'e'.repeat(32) });
  expect(reply.transaction).toMatchObject({ counterparty: recipientAddress, note: 'Rent', direction: 'out' });
  expect(reply.wallet.balance).toBe('1000.00000000');
  expect(saveContact).toHaveBeenCalledExactlyOnceWith({ name: 'Sara', walletAddress: recipientAddress });
});

it('reaches every address without a call, and asks the server only whose a username is', async () => {
  const server = serverWith([], []);
  const { money } = demoOf(server);
  await money.getBalance(signal);
  const somebody = { ...grace, username: null };
  expect(await money.findRecipient(recipientAddress, signal)).toEqual({ ...somebody, isPaidBefore: false });
  await money.transfer({ order: { recipientAddress, amount: '1' }, idempotencyKey: 'f'.repeat(32) });
  expect(await money.findRecipient(recipientAddress, signal)).toEqual(somebody);
  expect(server.findRecipient).not.toHaveBeenCalled();
  expect(await money.findRecipient('@grace', signal)).toEqual(grace);
});

it('opens a pending payment, which is on its way and not in the balance', async () => {
  const { money } = demoOf(serverWith([], []));
  const before = await money.getBalance(signal);
  const { paymentUrl } = await money.openPayment({
    order: { amountUsd: '57' },
    idempotencyKey: 'f'.repeat(32),
  });
  expect(paymentUrl).toBe('https://mercury.example/demo-payment');
  const { wallet } = await money.getBalance(signal);
  expect([wallet.balance, wallet.pendingBalance]).toEqual([before.wallet.balance, '100.00000000']);
  const [pending] = (await money.listTransactions({ status: 'PENDING' }, signal)).transactions;
  expect(pending).toMatchObject({ type: 'TOPUP', completedAt: null });
  expect(await money.getTransaction(pending?.id ?? '', signal)).toMatchObject({ message: 'PENDING' });
});

it('lays what happened here before the rows of the server, on every page, and leaves none out', async () => {
  const history = Array.from({ length: 12 }, (_, index) => row(index + 1));
  const { money } = demoOf(serverWith([bitcoin], history));
  for (const digit of ['1', '2', '3']) {
    const order = { currency: 'BTC', amount: '0.1' } as const;
    await money.deposit({ order, idempotencyKey: digit.repeat(32) });
  }
  const seen: string[] = [];
  for (const page of [1, 2, 3]) {
    const reply = await money.listTransactions({ limit: 5, page }, signal);
    expect(reply.total).toBe(15);
    expect(reply.transactions).toHaveLength(5);
    seen.push(...reply.transactions.map(({ id }) => id));
  }
  expect(seen.slice(3)).toEqual(history.map(({ id }) => id));
  expect(new Set(seen).size).toBe(15);
});

it('states the samples where the server knows nothing, ending with the balance that is shown', async () => {
  const { money } = demoOf(serverWith([], []));
  const order = { currency: 'BTC', amount: '1' } as const;
  await money.deposit({ order, idempotencyKey: 'a'.repeat(32) });
  const { currencies } = await money.getStatement({}, signal);
  const { wallets } = await money.getBalance(signal);
  expect(currencies.map(({ currency, closing }) => [currency, closing])).toEqual(
    wallets.map(({ currency, balance }) => [currency, balance]),
  );
  // What was booked before the time is in its opening, and what is pending in nothing.
  expect(currencies[1]).toMatchObject({
    opening: '0.03000000',
    lines: [
      { type: 'BUY', amount: '0.01250000', balanceAfter: '0.04250000' },
      { type: 'DEPOSIT', amount: '1.00000000', balanceAfter: '1.04250000', usdValue: '45382.51' },
    ],
  });
  expect(currencies[2]).toMatchObject({ currency: 'ETH', opening: '0.850000000000000000', lines: [] });
  expect(currencies[3]?.lines[1]).toMatchObject({ amount: '-120.000000', fee: '0.600000' });
});

it('states what happened here after what the server has booked, and before the time in the opening', async () => {
  const server = serverWith([bitcoin], [row(1)]);
  const { money } = demoOf(server);
  await money.deposit({ order: { currency: 'BTC', amount: '0.5' }, idempotencyKey: 'a'.repeat(32) });
  const line = {
    id: 'row-1',
    at: '2026-03-01T11:59:59.000Z',
    type: 'DEPOSIT',
    amount: '0.10000000',
  } as const;
  const rest = {
    fee: '0.00000000',
    usdValue: null,
    counterparty: null,
    counterpartyUsername: null,
    note: null,
  };
  const booked = [{ ...line, ...rest, balanceAfter: '1.00000000' }];
  const given = { currency: 'BTC', opening: '0.90000000', closing: '1.00000000', lines: booked } as const;
  server.getStatement.mockResolvedValue({ ...emptyStatement, currencies: [given] });
  expect((await money.getStatement({}, signal)).currencies).toMatchObject([
    {
      opening: '0.90000000',
      lines: [{ id: 'row-1', balanceAfter: '1.00000000' }, { balanceAfter: '1.50000000' }],
      closing: '1.50000000',
    },
  ]);
  const later = { ...emptyStatement, from: '2026-03-02T00:00:00.000Z' };
  const idle = { ...given, opening: '1.00000000', lines: [] };
  server.getStatement.mockResolvedValue({ ...later, currencies: [idle] });
  expect((await money.getStatement({}, signal)).currencies).toMatchObject([
    { opening: '1.50000000', lines: [], closing: '1.50000000' },
  ]);
});

it('exports samples and what happened here, or what happened here after what the server has', async () => {
  const order = { currency: 'BTC', amount: '1' } as const;
  const typesIn = (csv: string) =>
    csv
      .trim()
      .split('\r\n')
      .map((record) => record.split(',')[2]);
  const { money } = demoOf(serverWith([], []));
  await money.deposit({ order, idempotencyKey: 'a'.repeat(32) });
  const period = { from: '2026-02-28T00:00:00.000Z' };
  expect(typesIn(await money.exportTransactions(period))).toEqual([
    'type',
    'TOPUP',
    'DEPOSIT',
    'TRANSFER',
    'DEPOSIT',
  ]);
  const known = demoOf(serverWith([bitcoin], [row(1, 'TRANSFER')])).money;
  await known.deposit({ order, idempotencyKey: 'a'.repeat(32) });
  expect(typesIn(await known.exportTransactions({}))).toEqual(['type', 'TRANSFER', 'DEPOSIT']);
});

it('knows nothing of it once it is told to forget', async () => {
  const { money } = demoOf(serverWith([], []));
  const order = { currency: 'BTC', amount: '1' } as const;
  await money.deposit({ order, idempotencyKey: 'a'.repeat(32) });
  money.forget();
  expect((await money.listTransactions({}, signal)).total).toBe(8);
});
