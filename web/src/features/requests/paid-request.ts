import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { queryOptions } from '@tanstack/react-query';
import { topicKey } from '../../api/query-client.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import type { MoneyRequest } from '../../domain/request-link.ts';

/** Whether the transfer is what the request asks for. The asker may use one link every month: the note tells the months apart. */
function pays(transaction: Transaction, request: MoneyRequest): boolean {
  // Any transfer would pay it, for whatever that was.
  if (request.amount === undefined && request.note === undefined) return false;
  const { direction, status, counterpartyUsername, currency, amount, note } = transaction;
  return (
    direction === 'out' &&
    status === 'COMPLETED' &&
    counterpartyUsername?.toLowerCase() === request.username.toLowerCase() &&
    currency === request.currency &&
    (request.amount === undefined || isSameAmount(amount, request)) &&
    (request.note === undefined || note === request.note)
  );
}

/** The server writes all decimals of the currency; a link has those that were typed. */
function isSameAmount(amount: string, { currency, amount: asked = '' }: MoneyRequest): boolean {
  return parseAmount(currency, amount)?.minorUnits === parseAmount(currency, asked)?.minorUnits;
}

/** The person's newest transfer that pays the request; null if there is none among their latest. */
export function paymentQuery(request: MoneyRequest) {
  const { currency } = request;
  return queryOptions({
    queryKey: [...topicKey('transactions'), 'sent', currency],
    // After a payment the page waits for the answer, and never first shows what was so before.
    gcTime: 0,
    queryFn: async ({ client, signal }) => {
      const money = await moneyActions(client);
      return money.listTransactions({ type: 'TRANSFER', currency, limit: limits.pageSizeMax }, signal);
    },
    select: ({ transactions }) => transactions.find((transaction) => pays(transaction, request)) ?? null,
  });
}
