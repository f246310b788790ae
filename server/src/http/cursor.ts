import { DomainError } from '../errors.ts';

/** A place in a list: the last row's id, in a form that invites nobody to build one. */
export function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The row's id; undefined for text that no reply ever contained. */
export function decodeCursor(cursor: string): string | undefined {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  if (hex.length !== 32) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Of the query of a list by pages. @throws DomainError ValidationFailed for a cursor that no reply ever contained */
export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = decodeCursor(cursor);
  if (id !== undefined) return id;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'cursor', key: 'invalid' }] });
}

/** A query asks for one row more than a page has. */
export function pageOf<Item extends { readonly id: string }>(
  rows: readonly Item[],
  size: number,
): { readonly page: readonly Item[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > size && last !== undefined ? encodeCursor(last.id) : null };
}
