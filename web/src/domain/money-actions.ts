import { deposit, type depositBody, getDepositAddress } from '@mercury/contract/api/deposits.ts';
import type { QueryOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import {
  exportTransactions,
  getStatement,
  getTransaction,
  listTransactions,
  type Transaction,
} from '@mercury/contract/api/transactions.ts';
import {
  findRecipient,
  getBalance,
  type Recipient,
  topUp,
  transfer,
  type transferBody,
} from '@mercury/contract/api/wallets.ts';
import { withdraw, type withdrawBody } from '@mercury/contract/api/withdrawals.ts';
import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { expectSession } from '../api/cancelled.ts';
import { call } from '../api/client.ts';
import { callWithProof } from '../api/proof.ts';
import { session } from '../api/session.ts';
import { type Config, configQuery } from './config-query.ts';

interface Keyed<Order> {
  readonly order: Order;
  readonly idempotencyKey: string;
}

export interface MoneyLoads {
  getBalance(signal: AbortSignal): Promise<ReplyOf<typeof getBalance>>;
  listTransactions(
    query: QueryOf<typeof listTransactions>,
    signal: AbortSignal,
  ): Promise<ReplyOf<typeof listTransactions>>;
  getTransaction(id: string, signal: AbortSignal): Promise<ReplyOf<typeof getTransaction>>;
  getStatement(
    query: QueryOf<typeof getStatement>,
    signal: AbortSignal,
  ): Promise<ReplyOf<typeof getStatement>>;
  /** The history of a period as CSV, oldest first. */
  exportTransactions(query: QueryOf<typeof exportTransactions>): Promise<string>;
  getDepositAddress(
    query: QueryOf<typeof getDepositAddress>,
    signal: AbortSignal,
  ): Promise<ReplyOf<typeof getDepositAddress>>;
  /** `to` is an address, or a username with its @. */
  findRecipient(to: string, signal: AbortSignal): Promise<Recipient>;
}

export interface MoneyCommands {
  deposit(keyed: Keyed<z.output<typeof depositBody>>): Promise<ReplyOf<typeof deposit>>;
  /** The second way to deposit: opens a payment page for an amount of US dollars. */
  openPayment(keyed: Keyed<{ amountUsd: string }>): Promise<{ paymentUrl?: string | null | undefined }>;
  withdraw(keyed: Keyed<z.output<typeof withdrawBody>>): Promise<ReplyOf<typeof withdraw>>;
  transfer(keyed: Keyed<z.output<typeof transferBody>>): Promise<ReplyOf<typeof transfer>>;
}

/**
 * Money commands and reads, with two implementations: the real one calls the server; the simulated one makes no call. Features
 * only know this interface.
 */
export interface MoneyActions extends MoneyLoads, MoneyCommands {
  readonly isSimulated: boolean;
}

interface SentTransaction extends Omit<Transaction, 'type' | 'status'> {
  type: string;
  status?: string | null;
}

/** A missing status counts as pending, and a type or status may come in either case (specification, section 3). */
function asInContract({ type, status, ...rest }: SentTransaction): Transaction {
  // The names are the contract's; only their case may not be.
  const named = { type: type.toUpperCase(), status: (status ?? 'PENDING').toUpperCase() } as Pick<
    Transaction,
    'type' | 'status'
  >;
  return { ...rest, ...named };
}

const liveMoney: MoneyActions = {
  isSimulated: false,
  getBalance: (signal) => call(getBalance, { signal }),
  listTransactions: async (query, signal) => {
    const reply = await call(listTransactions, { query, signal });
    return { ...reply, transactions: reply.transactions.map(asInContract) };
  },
  getTransaction: async (id, signal) => {
    const reply = await call(getTransaction, { params: { id }, signal });
    return { ...reply, transaction: asInContract(reply.transaction) };
  },
  getStatement: (query, signal) => call(getStatement, { query, signal }),
  exportTransactions: (query) => call(exportTransactions, { query }),
  getDepositAddress: (query, signal) => call(getDepositAddress, { query, signal }),
  findRecipient: async (to, signal) => (await call(findRecipient, { query: { to }, signal })).recipient,
  deposit: ({ order, idempotencyKey }) => call(deposit, { body: order, idempotencyKey }),
  openPayment: ({ order, idempotencyKey }) =>
    call(topUp, {
      body: { amount: order.amountUsd, currency: 'USD', paymentMethod: 'CRYPTO' },
      idempotencyKey,
    }),
  withdraw: ({ order, idempotencyKey }) => callWithProof(withdraw, { body: order, idempotencyKey }),
  transfer: ({ order, idempotencyKey }) => callWithProof(transfer, { body: order, idempotencyKey }),
};

let simulated: Promise<MoneyActions> | undefined;

// One person's simulation must not reach the next person.
session.subscribe(() => {
  simulated = undefined;
});

function simulatedMoney(config: Config): Promise<MoneyActions> {
  simulated ??= import('./simulated-money.ts').then(({ startSimulatedMoney }) =>
    startSimulatedMoney(liveMoney, config),
  );
  return simulated;
}

/**
 * The implementation that the operator chose. The simulated one loads only if it is used.
 * @throws SessionChanged if another session began in the meantime. A request of the old session is never sent in the new one.
 */
export async function moneyActions(queryClient: QueryClient): Promise<MoneyActions> {
  const { token } = session.read();
  const config = await queryClient.ensureQueryData(configQuery);
  const actions = config.moneyMode === 'live' ? liveMoney : await simulatedMoney(config);
  expectSession(token);
  return actions;
}
