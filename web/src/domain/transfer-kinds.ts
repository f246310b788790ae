import type { TFunction } from 'i18next';

const namedKinds = [
  'topup',
  'transfer',
  'deposit',
  'withdrawal',
  'trade',
  'exchange',
  'adjustment',
  'hold',
  'release',
  'reversal',
] as const;

/** How the books call a transfer. Undefined: a newer server may send a kind that has no name here yet. */
export function transferKindText(kind: string, t: TFunction): string | undefined {
  const named = namedKinds.find((name) => name === kind);
  return named && t(`transaction.ledger.kinds.${named}`);
}
