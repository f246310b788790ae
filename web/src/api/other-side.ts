import type { Transaction } from '@mercury/contract/api/transactions.ts';

/**
 * Whose address stands beside a transaction in a list. A deposit knows only the own address that it came to, which is
 * nobody else's.
 */
export function otherSideOf({
  type,
  counterparty,
}: Pick<Transaction, 'type' | 'counterparty'>): string | null {
  return type === 'DEPOSIT' ? null : counterparty;
}
