import type { Location } from 'react-router';

/** What names the dialog above a page in the query of its address. */
export type DialogQuery = Readonly<Record<string, string | undefined>>;

/** Links in mails name a transaction by a field of its own, and the ways in have one that people know by heart. */
const namesDialog = (field: string) =>
  field === 'transaction' || field === 'auth' || /^dialog(-|$)/.test(field);

export const hasDialog = (search: string) => [...new URLSearchParams(search).keys()].some(namesDialog);

/** The query of the page below with this dialog above it. An empty one takes the dialog away. */
export function queryWithDialog(search: URLSearchParams, dialog: DialogQuery): string {
  const next = new URLSearchParams([...search].filter(([field]) => !namesDialog(field)));
  for (const [field, text] of Object.entries(dialog)) {
    if (text !== undefined) next.set(field, text);
  }
  const query = next.toString();
  return query && `?${query}`;
}

export type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

export const samePlace = ({ pathname, search, hash }: Place): Place => ({ pathname, search, hash });

export function placeWith({ pathname, search, hash }: Place, dialog: DialogQuery) {
  return { pathname, search: queryWithDialog(new URLSearchParams(search), dialog), hash };
}
