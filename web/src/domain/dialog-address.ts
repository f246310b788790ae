import { type AssetCode, isAssetCode } from '@mercury/contract/money/asset.ts';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';

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

/** Undefined if the address names no dialog, or one that does not exist. */
export function readDialog(search: URLSearchParams): DialogAddress | undefined {
  const fields = [...search].flatMap(([name, text]) => {
    if (name === 'dialog') return [['kind', text]];
    return name.startsWith('dialog-') ? [[name.slice('dialog-'.length), text]] : [];
  });
  return dialogSchema.safeParse(Object.fromEntries(fields)).data;
}

/** The query of the page below with this dialog above it, or with none. */
export function searchWithDialog(search: URLSearchParams, dialog: DialogAddress | undefined): string {
  const next = new URLSearchParams([...search].filter(([name]) => !/^dialog(-|$)/.test(name)));
  for (const [field, text] of Object.entries(dialog ?? {})) {
    if (text !== undefined) next.set(nameInQuery(field), text);
  }
  const query = next.toString();
  return query && `?${query}`;
}

/** A link to a page with a dialog above it. */
export function dialogPath(pathname: string, dialog: DialogAddress): string {
  return `${pathname}${searchWithDialog(new URLSearchParams(), dialog)}`;
}

/** Marks a history entry that a dialog added: closing the dialog goes back to the entry before. */
const addedByDialog = { isDialog: true } as const;

function wasAddedByDialog(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isDialog' in state && state.isDialog === true;
}

/**
 * The dialog is part of the address: Back closes it, a reload restores it, a link opens it. Closing leaves no entry behind that
 * would open it again.
 */
export function useDialogAddress() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isAdded = wasAddedByDialog(state);
  const dialog = readDialog(new URLSearchParams(search));

  const open = useCallback(
    (next: DialogAddress) => {
      const to = { pathname, search: searchWithDialog(new URLSearchParams(search), next), hash };
      // One dialog in place of another is one step, so that Back leads to the page.
      const isReplacing = readDialog(new URLSearchParams(search)) !== undefined;
      void navigate(to, { replace: isReplacing, state: isReplacing && !isAdded ? null : addedByDialog });
    },
    [hash, isAdded, navigate, pathname, search],
  );

  const close = useCallback(() => {
    if (isAdded) return void navigate(-1);
    const to = { pathname, search: searchWithDialog(new URLSearchParams(search), undefined), hash };
    void navigate(to, { replace: true });
  }, [hash, isAdded, navigate, pathname, search]);

  return { dialog, open, close };
}
