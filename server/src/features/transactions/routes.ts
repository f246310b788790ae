import {
  exportTransactions as exportTransactionsEndpoint,
  getStatement,
  getTransaction,
  listTransactions,
} from '@mercury/contract/api/transactions.ts';
import { DomainError } from '../../errors.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { explainTransaction, sentenceOf } from './explain-transaction.ts';
import { exportTransactions } from './export-transactions.ts';
import { makeStatement } from './make-statement.ts';
import { presentTransaction } from './present.ts';
import { findTransactions } from './queries.ts';

export function bindTransactionRoutes(bind: Bind, services: Services): void {
  const { db } = services;

  bind(listTransactions, {}, async ({ session, query }) => {
    const { rows, total, nextCursor } = await findTransactions(db, session.userId, query);
    return {
      success: true,
      transactions: rows.map(presentTransaction),
      total,
      nextCursor,
    };
  });

  bind(exportTransactionsEndpoint, { rateLimit: 'export' }, ({ session, query }) =>
    exportTransactions(services, { userId: session.userId, period: query }),
  );

  bind(getStatement, { rateLimit: 'export' }, ({ session, query }) =>
    makeStatement(services, { userId: session.userId, period: query }),
  );

  bind(getTransaction, {}, async ({ session, params, context }) => {
    const explained = await explainTransaction(services, { userId: session.userId, id: params.id });
    if (explained === undefined) throw new DomainError('NotFound');
    return {
      success: true,
      ...explained,
      message: sentenceOf(explained.transaction, context.locale),
    };
  });
}
