import type { BookAccount, BookTransfer } from '@mercury/contract/console/books.ts';
import type { TFunction } from 'i18next';

/** Whose account, and which. */
export function accountText(
  { kind, owner }: Pick<BookAccount | BookTransfer['sides'][number], 'kind' | 'owner'>,
  t: TFunction<'console'>,
): string {
  const name = owner === null ? t('books.house') : `\u2066@${owner.username}\u2069`;
  return `${name} · ${t(`books.accountKinds.${kind}`)}`;
}
