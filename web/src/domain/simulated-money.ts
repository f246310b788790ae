import { createContact } from '@mercury/contract/api/contacts.ts';
import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import { isWalletAddress } from '@mercury/contract/money/address.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { withdrawalFee, type WithdrawalPrice } from '@mercury/contract/money/fee.ts';
import { amountForUsd, parsePrice } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { writeTransactionsCsv } from '@mercury/contract/transactions-csv.ts';
import i18next from 'i18next';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { session } from '../api/session.ts';
import { paths } from '../paths.ts';
import type { Config } from './config-query.ts';
import type { MoneyActions, MoneyCommands, MoneyLoads } from './money-actions.ts';
import { fitsFilter, SimulatedBook, type TransactionFilter } from './simulated-book.ts';
import { amountIn } from './simulated-samples.ts';
import { simulatedStatement } from './simulated-statement.ts';

interface SimulatedMoneyOptions {
  /** From the server, in a demo too. */
  loads: MoneyLoads;
  config: Config;
  /** Contacts are not money: the server keeps them. */
  saveContact: (contact: { name: string; walletAddress: string }) => Promise<void>;
  paymentUrl: string;
  describe: (transaction: Transaction) => string;
  now?: () => number;
  /** Tests don't wait. */
  pause?: (durationMs: number) => Promise<void>;
}

/** How long the simulation pretends to work (specification, section 4). A live command takes as long as it takes. */
const pausesMs = { deposit: 2000, openPayment: 1000, withdraw: 1500, transfer: 1500 } as const;

interface SimulatedMoney extends MoneyActions {
  /** Another person may use this page next. */
  forget: () => void;
}

/**
 * As the specification's interface does (section 4): nothing is sent, effects are added to what was loaded, samples replace an
 * empty load. It lasts as long as the page.
 */
export function createSimulatedMoney({ now = Date.now, ...options }: SimulatedMoneyOptions): SimulatedMoney {
  const book = new SimulatedBook(options.config, now);
  return {
    isSimulated: true,
    ...simulatedLoads(book, options),
    ...simulatedCommands(book, options),
    forget: () => book.forget(),
  };
}

function simulatedLoads(book: SimulatedBook, { loads, describe }: SimulatedMoneyOptions): MoneyLoads {
  return {
    getBalance: async (signal) => {
      book.load(await loadOrNothing(loads.getBalance(signal), signal));
      return book.balance();
    },

    listTransactions: async (filter, signal) => {
      const size = filter.limit ?? limits.transactionPageSize;
      const start = ((filter.page ?? 1) - 1) * size;
      const fitting = book.transactions.filter((each) => fitsFilter(each, filter));
      const own = fitting.slice(start, start + size);
      const place = { size, offset: Math.max(0, start - fitting.length), count: size - own.length };
      const rest = await loadSlice({ loads, samples: book.samples, filter, signal }, place);
      return {
        success: true,
        transactions: [...own, ...rest.transactions],
        total: fitting.length + rest.total,
        nextCursor: null,
      };
    },

    getTransaction: async (id, signal) => {
      const transaction = book.find(id) ?? book.samples.find((sample) => sample.id === id);
      if (transaction === undefined) return loads.getTransaction(id, signal);
      return { success: true, transaction, message: describe(transaction), entries: [], payments: [] };
    },

    // Only the server knows the owner and the period.
    getStatement: async (period, signal) => {
      const [given, balance, isEmpty] = await Promise.all([
        loads.getStatement(period, signal),
        loadOrNothing(loads.getBalance(signal), signal),
        hasNoHistory(loads, signal),
      ]);
      book.load(balance);
      const wallets = book.sampleWallets;
      const transactions = isEmpty && wallets.length > 0 ? book.samples : [];
      return simulatedStatement(given, { samples: { wallets, transactions }, made: book.transactions });
    },

    exportTransactions: async (period) => {
      const [given, isEmpty] = await Promise.all([loads.exportTransactions(period), hasNoHistory(loads)]);
      // The list is newest first, the file oldest first.
      const rows = isEmpty ? [...book.transactions, ...book.samples] : book.transactions;
      const csv = writeTransactionsCsv(rows.filter((each) => fitsFilter(each, period)).toReversed());
      return isEmpty ? csv : `${given}${csv.slice(csv.indexOf('\n') + 1)}`;
    },

    getDepositAddress: (query, signal) => loads.getDepositAddress(query, signal),

    // Simulated money reaches every address, also those that nobody has. Only the server knows whose a username is.
    findRecipient: async (to, signal) => {
      if (!isWalletAddress(to)) return loads.findRecipient(to, signal);
      const isPaidBefore = book.transactions.some(({ counterparty }) => counterparty === to);
      return { username: null, walletAddress: to, contactName: null, isPaidBefore };
    },
  };
}

function simulatedCommands(
  book: SimulatedBook,
  { config, paymentUrl, saveContact, pause = pauseFor }: SimulatedMoneyOptions,
): MoneyCommands {
  return {
    deposit: async ({ order, idempotencyKey }) => {
      await pause(pausesMs.deposit);
      return book.make(idempotencyKey, { ...order, type: 'DEPOSIT', direction: 'in' });
    },

    openPayment: async ({ order, idempotencyKey }) => {
      await pause(pausesMs.openPayment);
      book.make(idempotencyKey, {
        type: 'TOPUP',
        currency: coinCode,
        direction: 'in',
        amount: creditedFor(order.amountUsd, config),
        status: 'PENDING',
        state: 'awaiting_payment',
        paymentUrl,
      });
      return { paymentUrl };
    },

    withdraw: async ({ order, idempotencyKey }) => {
      await pause(pausesMs.withdraw);
      const { currency, amount, address, memo = null } = order;
      book.requireAvailable(idempotencyKey, currency, amount);
      const fee = formatAmount(withdrawalFee(amountIn(currency, amount), priceOf(currency, config)));
      const facts = { currency, amount, fee, counterparty: address, memo } as const;
      const reply = book.make(idempotencyKey, { ...facts, type: 'WITHDRAW', direction: 'out' });
      return { ...reply, requiresVerification: false, verification: null };
    },

    transfer: async ({ order, idempotencyKey }) => {
      await pause(pausesMs.transfer);
      const { currency = coinCode, amount, recipientAddress, contactName, note = null } = order;
      book.requireAvailable(idempotencyKey, currency, amount);
      if (order.saveToContacts && contactName !== undefined) {
        await saveContact({ name: contactName, walletAddress: recipientAddress });
      }
      const facts = { currency, amount, counterparty: recipientAddress, note } as const;
      return book.make(idempotencyKey, { ...facts, type: 'TRANSFER', direction: 'out' });
    },
  };
}

async function pauseFor(durationMs: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}

function priceOf(currency: AssetCode, { withdrawalFeeBps: feeBps, assets }: Config): WithdrawalPrice {
  const offer = assets.find(({ code }) => code === currency);
  return { feeBps, networkFee: amountIn(currency, offer?.networkFee ?? '0').minorUnits };
}

function creditedFor(amountUsd: string, { coinPriceUsd }: Config): string {
  const price = parsePrice(coinCode, coinPriceUsd);
  if (price === undefined) throw new RangeError('the coin has a price');
  // As the server's: rounded down to the smallest unit.
  return formatAmount(amountForUsd(amountIn('USD', amountUsd), price, 'down'));
}

/** A failed load gives nothing. An aborted load stays an abort. */
async function loadOrNothing<Reply>(load: Promise<Reply>, signal: AbortSignal): Promise<Reply | undefined> {
  try {
    return await load;
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    return undefined;
  }
}

/** An empty filter result is not an empty load. */
async function hasNoHistory(loads: MoneyLoads, signal = new AbortController().signal): Promise<boolean> {
  const any = await loadOrNothing(loads.listTransactions({ limit: 1 }, signal), signal);
  return any === undefined || any.total === 0;
}

interface Source {
  loads: MoneyLoads;
  samples: readonly Transaction[];
  filter: TransactionFilter;
  signal: AbortSignal;
}

interface Place {
  size: number;
  offset: number;
  count: number;
}

/** From any offset, not only a page's start. */
async function loadSlice({ loads, samples, filter, signal }: Source, { size, offset, count }: Place) {
  const load = (wanted: TransactionFilter) => loadOrNothing(loads.listTransactions(wanted, signal), signal);
  const page = Math.floor(offset / size) + 1;
  const first = await load({ ...filter, limit: size, page });
  if (first === undefined || (first.total === 0 && (await hasNoHistory(loads, signal)))) {
    const fitting = samples.filter((each) => fitsFilter(each, filter));
    return { transactions: fitting.slice(offset, offset + count), total: fitting.length };
  }
  const skipped = offset % size;
  const isEnough = skipped + count <= size || page * size >= first.total;
  const second = isEnough ? undefined : await load({ ...filter, limit: size, page: page + 1 });
  const rows = [...first.transactions, ...(second?.transactions ?? [])];
  return { transactions: rows.slice(skipped, skipped + count), total: first.total };
}

/** After sign-out it knows nobody's money. */
export function startSimulatedMoney(loads: MoneyLoads, config: Config): MoneyActions {
  const money = createSimulatedMoney({
    loads,
    config,
    saveContact,
    paymentUrl: `${location.origin}${paths.demoPayment}`,
    describe: ({ status }) =>
      i18next.t(status === 'PENDING' ? 'demo.transactionPending' : 'demo.transactionMade'),
  });
  session.subscribe(() => {
    if (session.read().token === null) money.forget();
  });
  return money;
}

async function saveContact(contact: { name: string; walletAddress: string }): Promise<void> {
  try {
    await call(createContact, { body: contact });
  } catch (error) {
    // Like a live transfer: a recipient that can't be saved does not stop the money.
    if (!(error instanceof ApiError)) throw error;
  }
}
