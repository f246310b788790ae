import type { LedgerLine, TopUpPayment, Transaction } from '@mercury/contract/api/transactions.ts';
import type { Services } from '../../services.ts';
import { findLedgerLines } from './ledger-lines.ts';
import { showTransaction } from './show-transaction.ts';
import { findTopUpPayments } from './top-up-payments.ts';

export interface ExplainedTransaction {
  readonly transaction: Transaction;
  readonly entries: LedgerLine[];
  readonly payments: TopUpPayment[];
}

/** A person's transaction with its ledger lines and payments; undefined for another person's. */
export async function explainTransaction(
  services: Services,
  place: { userId: string; id: string },
): Promise<ExplainedTransaction | undefined> {
  const transaction = await showTransaction(services, place);
  if (transaction === undefined) return undefined;
  const [entries, payments] = await Promise.all([
    findLedgerLines(services.db, place),
    transaction.type === 'TOPUP' ? findTopUpPayments(services.db, place.id) : [],
  ]);
  return { transaction, entries, payments };
}
