import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { limits } from '@mercury/contract/limits.ts';
import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { activeCodes, type AssetCode, assetOf } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { ArrowDownLeft, ArrowUpRight, Repeat, Send, UserRound } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinMark } from '../domain/coin-mark.tsx';
import { otherSideOf, recentRecipientsQuery } from '../domain/transactions.ts';
import { walletsQuery } from '../domain/wallets-query.ts';
import { allContactsQuery, contactNameOf } from '../features/contacts/queries.ts';
import { coinPath } from '../features/market/market-links.ts';
import type { SearchEntry, SearchGroup } from '../features/search/search-entry.ts';
import { transactionsQuery } from '../features/transactions/queries.ts';
import {
  signedAmount,
  signsOf,
  statusText,
  transactionTitle,
  typeText,
} from '../features/transactions/words.ts';
import { assetName } from '../i18n/coin-name.ts';
import { paths, transactionPath } from '../paths.ts';
import { shortAddress } from '../ui/address-text.tsx';
import { Money } from '../ui/money.tsx';
import { DateText } from '../ui/time-text.tsx';
import { asIcon, useCoinEntries } from './search-entries.tsx';
import type { SearchControls } from './search-host.tsx';
import { useMoneyDialog } from './search-actions.tsx';

/** The market's coins, and the assets that it does not list. */
export function useOwnCoinEntries(search: SearchControls) {
  const { goTo } = search;
  const { t } = useTranslation();
  const market = useCoinEntries(search);
  const wallets = useQuery(walletsQuery);
  const others = useMemo(() => {
    const listed = new Set(market.entries.map(({ id }) => id));
    const held = wallets.data?.wallets.map(({ currency }) => currency) ?? [];
    return [...new Set([...held, ...activeCodes()])]
      .filter((code) => !listed.has(`coin:${assetOf(code).marketId}`))
      .map((code): SearchEntry => ({
        id: `asset:${code}`,
        title: assetName(t, code),
        detail: <bdi>{code}</bdi>,
        words: [code, assetOf(code).name],
        icon: <CoinMark asset={code} size={28} />,
        onChoose: () => goTo(pageOf(code)),
      }));
  }, [goTo, market.entries, t, wallets.data]);
  return {
    entries: useMemo(() => [...market.entries, ...others], [market.entries, others]),
    isPending: market.isPending || wallets.isPending,
    isError: market.isError || wallets.isError,
  };
}

/** Dollars have no page of prices, only what happened with them. */
function pageOf(code: AssetCode): string {
  return code === 'USD' ? `${paths.transactions}?currency=${code}` : coinPath(assetOf(code).marketId ?? code);
}

const usernamePattern = /^@\w{3,32}$/;

/** Contacts and recent recipients: a choice begins a transfer to them. So does an address or a username that was typed in full. */
export function usePeopleEntries(search: SearchControls, { walletAddress: own }: User) {
  const { t } = useTranslation();
  const openDialog = useMoneyDialog(search);
  const contacts = useQuery(allContactsQuery);
  const recipients = useQuery(recentRecipientsQuery);

  const entries = useMemo((): readonly SearchEntry[] => {
    const known = contacts.data ?? [];
    const strangers = (recipients.data ?? []).filter(
      (address) => contactNameOf(known, address) === undefined,
    );
    return [
      ...known.map(({ id, name, walletAddress, email }) => ({
        id: `contact:${id}`,
        title: name,
        detail: <bdi dir="ltr">{shortAddress(walletAddress)}</bdi>,
        words: [walletAddress, ...(email === undefined ? [] : [email])],
        icon: asIcon(UserRound),
        onChoose: () => openDialog({ kind: 'transfer', to: walletAddress }),
      })),
      ...strangers.map((address) => ({
        id: `recipient:${address}`,
        isNeverKept: true as const,
        title: shortAddress(address),
        words: [address],
        icon: asIcon(UserRound),
        onChoose: () => openDialog({ kind: 'transfer', to: address }),
      })),
    ];
  }, [contacts.data, openDialog, recipients.data]);

  const answersTo = useCallback(
    (query: string): readonly SearchGroup[] => {
      const isAddress = isWalletAddress(query) && normalizeAddress(query) !== own;
      const isListed = entries.some(({ words }) => words?.some((word) => word === normalizeAddress(query)));
      if ((!isAddress || isListed) && !usernamePattern.test(query)) return [];
      const name = isAddress ? shortAddress(query) : query;
      const entry: SearchEntry = {
        id: `typed:${query}`,
        isNeverKept: true,
        title: t('search.actions.sendTo', { name: `\u2066${name}\u2069` }),
        icon: asIcon(Send, { isDirected: true }),
        onChoose: () => openDialog({ kind: 'transfer', to: query }),
      };
      return [{ kind: 'people', entries: [entry] }];
    },
    [entries, openDialog, own, t],
  );

  return {
    entries,
    answersTo,
    isPending: contacts.isPending || recipients.isPending,
    isError: contacts.isError || recipients.isError,
  };
}

/** The latest transactions only: the server can't search. */
const latestQuery = transactionsQuery({ limit: limits.pageSizeMax });

export function useActivityEntries({ goTo }: SearchControls) {
  const { t } = useTranslation();
  const { data, isPending, isError } = useQuery(latestQuery);
  const { data: contacts } = useQuery(allContactsQuery);
  const entries = useMemo(
    () =>
      (data?.transactions ?? []).map((transaction): SearchEntry => {
        const { id, currency } = transaction;
        const address = otherSideOf(transaction);
        const name = address === null ? undefined : contactNameOf(contacts ?? [], address);
        return {
          id: `transaction:${id}`,
          title: transactionTitle(transaction, t),
          detail: <ActivityDetail transaction={transaction} name={name} />,
          words: wordsOf(transaction, name, t),
          icon: asIcon(iconOf(transaction), { isDirected: true }),
          trailing: (
            <Money amount={signedAmount(transaction)} asset={currency} signs={signsOf(transaction)} />
          ),
          onChoose: () => goTo(transactionPath(id)),
        };
      }),
    [contacts, data, goTo, t],
  );
  return { entries, isPending, isError };
}

function iconOf({ trade, direction }: Transaction) {
  if (trade !== null) return Repeat;
  return direction === 'in' ? ArrowDownLeft : ArrowUpRight;
}

/** An amount is found as it is written without its closing zeros, and by all of its digits. */
function asTyped(amount: string): readonly string[] {
  return [amount, amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount];
}

/** A stranger's note is not searched: it could be written to be found in place of something else. */
function wordsOf(transaction: Transaction, name: string | undefined, t: TFunction): readonly string[] {
  const { id, type, amount, netAmount, currency, trade, externalReference, counterparty, memo } = transaction;
  const { note, isNoteFromStranger } = transaction;
  const amounts = [amount, netAmount, ...(trade ? [trade.fromAmount, trade.toAmount] : [])];
  const currencies = trade ? [trade.fromCurrency, trade.toCurrency] : [currency];
  const texts = [name, externalReference, counterparty, memo, isNoteFromStranger ? null : note];
  return [
    id,
    typeText(type, t),
    statusText(transaction, t),
    ...amounts.flatMap(asTyped),
    ...currencies.flatMap((code) => [code, assetName(t, code)]),
    ...texts.filter((text) => text !== null && text !== undefined),
  ];
}

function ActivityDetail({ transaction, name }: { transaction: Transaction; name: string | undefined }) {
  const address = otherSideOf(transaction);
  return (
    <>
      {address !== null && (
        <>
          {name === undefined ? <bdi dir="ltr">{shortAddress(address)}</bdi> : <bdi>{name}</bdi>}
          {' · '}
        </>
      )}
      <DateText at={transaction.date} />
    </>
  );
}
