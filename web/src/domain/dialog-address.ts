import { type AssetCode, isAssetCode } from '@mercury/contract/money/asset.ts';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import type { Location } from 'react-router';
import { entryAbove, useDialogEntry } from './dialog-entry.ts';
import { type DialogQuery, queryWithDialog } from './dialog-query.ts';

const currency = z.optional(z.custom<AssetCode>(isAssetCode));

/** Texts of a link that somebody else may have written: the dialog shows and checks them like typed ones. */
const typed = z.optional(z.string().check(z.maxLength(200)));

const dialogSchema = z.discriminatedUnion('kind', [
  /** Chooses between the ways to add money. */
  z.object({ kind: z.literal('add-money'), currency }),
  /** Chooses between the ways to send it. */
  z.object({ kind: z.literal('send'), currency }),
  z.object({ kind: z.literal('top-up'), credit: z.optional(z.literal('USD')) }),
  z.object({ kind: z.literal('deposit'), currency }),
  z.object({ kind: z.literal('withdraw'), currency }),
  z.object({ kind: z.literal('withdrawal-code'), transaction: z.uuid() }),
  /** `to` is an address, or a username with its @. */
  z.object({ kind: z.literal('transfer'), currency, to: typed, amount: typed, note: typed }),
  z.object({ kind: z.literal('request'), currency }),
]);

/** A dialog about money, with its initial values. */
export type DialogAddress = z.output<typeof dialogSchema>;

/** In the query, `dialog` names the kind and `dialog-currency` a value: the page below has a currency of its own. */
const nameInQuery = (field: string) => (field === 'kind' ? 'dialog' : `dialog-${field}`);

function queryOf(dialog: DialogAddress): DialogQuery {
  return Object.fromEntries(Object.entries(dialog).map(([field, text]) => [nameInQuery(field), text]));
}

/** Undefined if the address names no dialog about money, or one that does not exist. */
export function readDialog(search: URLSearchParams): DialogAddress | undefined {
  if (!search.has('dialog')) return undefined;
  const fields = [...search].flatMap(([name, text]) => {
    if (name === 'dialog') return [['kind', text]];
    return name.startsWith('dialog-') ? [[name.slice('dialog-'.length), text]] : [];
  });
  return dialogSchema.safeParse(Object.fromEntries(fields)).data;
}

/** The query of the page below with this dialog above it, or with none. */
export function searchWithDialog(search: URLSearchParams, dialog: DialogAddress | undefined): string {
  return queryWithDialog(search, dialog ? queryOf(dialog) : {});
}

/** A link to a page with a dialog above it. */
export function dialogPath(pathname: string, dialog: DialogAddress): string {
  return `${pathname}${searchWithDialog(new URLSearchParams(), dialog)}`;
}

/** In place of something else that opened above the page, such as the search. */
export function dialogInPlace(shown: Location, dialog: DialogAddress) {
  return entryAbove(shown, queryOf(dialog));
}

/** The dialog is part of the address: Back closes it, a reload restores it, a link opens it. */
export function useDialogAddress() {
  const {
    open: openQuery,
    openAbove: openQueryAbove,
    continueAs: continueAsQuery,
    ...entry
  } = useDialogEntry();
  const open = useCallback((dialog: DialogAddress) => openQuery(queryOf(dialog)), [openQuery]);
  const openAbove = useCallback((dialog: DialogAddress) => openQueryAbove(queryOf(dialog)), [openQueryAbove]);
  const continueAs = useCallback(
    (dialog: DialogAddress) => continueAsQuery(queryOf(dialog)),
    [continueAsQuery],
  );
  const dialog = readDialog(new URLSearchParams(entry.search));
  return { ...entry, dialog, open, openAbove, continueAs };
}
