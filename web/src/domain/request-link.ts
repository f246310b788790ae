import { noteSchema } from '@mercury/contract/api/shapes.ts';
import { readRecipient } from '@mercury/contract/money/address.ts';
import { decimalsOutside, findAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { matchPath } from 'react-router';
import { paths } from '../paths.ts';
import type { DialogAddress } from './dialog-address.ts';

/** Somebody asks for money. The link alone says so: nothing of it is stored, and anybody can write one. */
export interface MoneyRequest {
  username: string;
  currency: AssetCode;
  /** A plain decimal; undefined if the payer decides. */
  amount?: string | undefined;
  note?: string | undefined;
}

export function requestPath({ username, currency, amount, note }: MoneyRequest): string {
  const query = new URLSearchParams({
    currency,
    ...(amount && { amount }),
    ...(note && { note }),
  });
  return `${paths.request.replace(':username', username)}?${query.toString()}`;
}

/**
 * Undefined if any part is not what a person could have typed: a request that is understood only in part could be for another
 * amount or another currency than was meant.
 */
export function readRequest(username: string, query: URLSearchParams): MoneyRequest | undefined {
  const currency = findAssetCode(query.get('currency'));
  const [amount, note] = [query.get('amount') ?? '', query.get('note') ?? ''];
  const checkedNote = noteSchema.safeParse(note).data;
  if (readRecipient(`@${username}`)?.kind !== 'username' || currency === undefined) return undefined;
  if ((amount !== '' && !isTypeable(amount, currency)) || checkedNote === undefined) return undefined;
  return {
    username,
    currency,
    amount: amount === '' ? undefined : amount,
    note: checkedNote === '' ? undefined : checkedNote,
  };
}

/** An amount above zero with no more decimals than the form takes. */
export function isTypeable(amount: string, currency: AssetCode): boolean {
  return (parseDecimal(amount, decimalsOutside(currency)) ?? 0n) > 0n;
}

/** The amount where its currency changes: it stays if it can be typed in the other one, and is empty if not. */
export function amountIn(amount: string, currency: AssetCode): string {
  return parseDecimal(amount, decimalsOutside(currency)) === undefined ? '' : amount;
}

/** A pasted or scanned text. Only a link of this site is one: elsewhere the same name is somebody else. */
export function readRequestLink(text: string, origin: string): MoneyRequest | undefined {
  const url = URL.parse(text.trim());
  if (url?.origin !== origin) return undefined;
  const username = matchPath(paths.request, url.pathname)?.params.username;
  return username === undefined ? undefined : readRequest(username, url.searchParams);
}

/** The form that pays it, filled in. */
export function transferFor({ username, ...request }: MoneyRequest): DialogAddress {
  return { kind: 'transfer', to: `@${username}`, ...request };
}
