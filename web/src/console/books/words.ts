import type { BookAccount, BookTransfer } from '@mercury/contract/console/books.ts';
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

/** A newer server may send a kind that has no name here yet. */
export function kindText(kind: string, t: TFunction<'console'>): string {
  const named = namedKinds.find((name) => name === kind);
  return named === undefined ? kind : t(`books.transferKinds.${named}`);
}

/** Whose account, and which. */
export function accountText(
  { kind, owner }: Pick<BookAccount | BookTransfer['sides'][number], 'kind' | 'owner'>,
  t: TFunction<'console'>,
): string {
  const name = owner === null ? t('books.house') : `\u2066@${owner.username}\u2069`;
  return `${name} · ${t(`books.accountKinds.${kind}`)}`;
}
