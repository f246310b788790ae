import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { User } from '@mercury/contract/api/users.ts';
import type { getBalance } from '@mercury/contract/api/wallets.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { readStored, writePreference } from '../storage.ts';
import { lastKnownKey, markOf, readStoredToken, session } from './session.ts';

type Balance = ReplyOf<typeof getBalance>;

/** The first page of a list, under the key of its query. */
interface KnownList {
  queryKey: QueryKey;
  data: unknown;
  atMs: number;
}

/** The account as the person last saw it, for times when the server is unreachable. */
export interface LastKnown {
  user: User;
  balance: Balance;
  /** Time of the server's answer, in milliseconds. */
  atMs: number;
  lists: readonly KnownList[];
  /** The heading of the home page in that language. boot.js shows it while the app loads. */
  greeting?: { locale: Locale; text: string };
}

/** Nothing if another session or another app version kept it. A list may have come before the balance. */
function readKept(): Partial<LastKnown> {
  try {
    const kept: (Partial<LastKnown> & { mark: string }) | null = JSON.parse(
      readStored(lastKnownKey) ?? 'null',
    );
    return kept?.mark === markOf(session.read().token) ? kept : {};
  } catch {
    return {};
  }
}

export function readLastKnown(): LastKnown | null {
  const { user, balance, atMs, lists = [] } = readKept();
  return user && balance && atMs !== undefined ? { user, balance, atMs, lists } : null;
}

/** Kept only in this browser, and only as long as the session. */
function keep(changes: Partial<LastKnown>): void {
  const mark = markOf(session.read().token);
  // This tab may not know yet that the session changed. Then it must not keep the former person's data.
  if (mark === null || mark !== markOf(readStoredToken())) return;
  writePreference(lastKnownKey, JSON.stringify({ ...readKept(), ...changes, mark }));
}

export function keepLastKnown(known: Omit<LastKnown, 'lists' | 'greeting'>): void {
  keep(known);
}

export function keepGreeting(greeting: NonNullable<LastKnown['greeting']>): void {
  keep({ greeting });
}

/** In place of what was kept under that key. Only of a few keys: it all lies in one place. */
export function keepList(queryKey: QueryKey, data: unknown): void {
  const { lists = [] } = readKept();
  const others = lists.filter((list) => hashKey(list.queryKey) !== hashKey(queryKey));
  keep({ lists: [...others, { queryKey, data, atMs: Date.now() }] });
}
