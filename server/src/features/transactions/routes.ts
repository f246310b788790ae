import { getTransaction, listTransactions } from '@mercury/contract/api/transactions.ts';
import { DomainError } from '../../errors.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { presentTransaction } from './present.ts';
import { findTransactions } from './queries.ts';
import { showTransaction } from './show-transaction.ts';

export function bindTransactionRoutes(bind: Bind, services: Services): void {
  const { db, rail } = services;

  bind(listTransactions, {}, async ({ session, query }) => {
    const { rows, total, nextCursor } = await findTransactions(db, session.userId, query);
    return {
      success: true,
      transactions: rows.map((row) => presentTransaction(row, rail)),
      total,
      nextCursor,
    };
  });

  bind(getTransaction, {}, async ({ session, params, context }) => {
    const transaction = await showTransaction(services, { userId: session.userId, id: params.id });
    if (transaction === undefined) throw new DomainError('NotFound');
    return {
      success: true,
      transaction,
      message: translate(context.locale, `transactions.${transaction.state}`),
    };
  });
}
