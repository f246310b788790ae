import { formatAmount } from '@mercury/contract/money/amount.ts';
import { listWaitingPayments, settleReturned } from '../features/topups/settle-unpriced.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';

export const topUpCommands: OperatorCommands = {
  'waiting-payments': {
    parameters: [],
    help: 'what was paid beyond a top-up and waits for a price; the oldest 100',
    run: ({ db }) => listWaiting(db),
  },
  'payment-returned': {
    parameters: ['<payment>', '<reason...>'],
    help: 'first, and only then give such a payment back: nobody is offered it any more',
    run: (context, [externalId = '', reason = '']) => settle(context, { externalId, reason }),
  },
};

async function listWaiting(db: OperatorContext['db']): Promise<string> {
  const payments = await listWaitingPayments(db);
  if (payments.length === 0) return 'There are none';
  return tableOf(
    ['payment', 'final (UTC)', 'amount', 'account'],
    payments.map(({ externalId, confirmedAt, amount, username }) => [
      externalId,
      confirmedAt.toISOString(),
      `${formatAmount(amount)} ${amount.asset}`,
      username,
    ]),
  );
}

async function settle(
  { db, config, operator }: OperatorContext,
  { externalId, reason }: { externalId: string; reason: string },
): Promise<string> {
  if (await settleReturned(db, { rail: config.rail, externalId, operator, reason }))
    return `${externalId} is offered to nobody any more: give it back now`;
  throw new RefusedError(
    `No payment ${JSON.stringify(externalId)} waits for a price: don’t give it back, its person may have been offered it`,
  );
}
