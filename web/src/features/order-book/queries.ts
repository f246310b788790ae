import {
  type Fill,
  getTradingFees,
  listFills,
  listMarkets,
  type Market,
} from '@mercury/contract/api/markets.ts';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import {
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  listOrders,
  type Order,
} from '@mercury/contract/api/orders.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions, useIsLive } from '../../api/live.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCommand } from '../../api/use-command.ts';
import { useSession } from '../../api/use-session.ts';
import { toast } from '../../ui/toast.ts';
import type { Executions } from './own-part.ts';

/** The operator opens and halts them. */
const marketsStaleAfterMs = 60_000;

export const marketsQuery = queryOptions({
  queryKey: ['order-book', 'markets'],
  queryFn: async ({ signal }) => (await call(listMarkets, { signal })).markets,
  staleTime: marketsStaleAfterMs,
});

const noMarkets: readonly Market[] = [];

/** Those that are not halted. None while nobody knows. */
export function useRunningMarkets(): readonly Market[] {
  const { data = noMarkets } = useQuery(marketsQuery);
  return data.filter(({ state }) => state !== 'halted');
}

/** Counted once an hour by the server. */
const feesStaleAfterMs = 10 * 60_000;

/** How much of the markets' fees the person pays. Whole until it is known. */
export function useFeePercents(): { makerPercent: number; takerPercent: number } {
  const isVisitor = useIsVisitor();
  const { data } = useQuery({
    queryKey: ['trading-fees'],
    queryFn: ({ signal }) => call(getTradingFees, { signal }),
    enabled: !isVisitor,
    staleTime: feesStaleAfterMs,
  });
  const tier = data?.tiers.findLast(({ volumeFromUsd }) => Number(volumeFromUsd) <= Number(data.volumeUsd));
  return tier ?? { makerPercent: 100, takerPercent: 100 };
}

/** An order that is placed, traded or ended changes what can be spent, so its news are the balance's. */
const ordersKey = (market: string, part: string) => [...topicKey('balance'), 'orders', market, part] as const;

/** Who has not signed in sees all that is public, and has nothing of their own. */
export const useIsVisitor = () => useSession().status === 'anonymous';

/** While the stream of changes is down. */
const pollMs = 5000;
const useOwnQueryOptions = () => ({
  ...liveQueryOptions,
  refetchInterval: useIsLive() ? (false as const) : pollMs,
});

/** Those that can still trade, the newest first. */
export function useOpenOrders(market: string) {
  const isVisitor = useIsVisitor();
  return useQuery({
    queryKey: ordersKey(market, 'open'),
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        (['OPEN', 'WAITING'] as const).map((status) =>
          call(listOrders, { query: { market, status }, signal }),
        ),
      );
      return lists.flatMap(({ orders }) => orders).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
    enabled: !isVisitor,
    ...useOwnQueryOptions(),
  });
}

export const isOpen = ({ status }: Order): boolean => status === 'OPEN' || status === 'WAITING';

/** A stop is cancelled and placed anew. */
export const isAmendable = ({ type }: Order): boolean => type === 'LIMIT';

/** Those that have ended. */
export function useOrderHistory(market: string) {
  return useQuery({
    queryKey: ordersKey(market, 'ended'),
    queryFn: async ({ signal }) => {
      const { orders } = await call(listOrders, { query: { market }, signal });
      return orders.filter((order) => !isOpen(order));
    },
    ...useOwnQueryOptions(),
  });
}

export function useFills(market: string) {
  return useQuery({
    queryKey: ordersKey(market, 'fills'),
    queryFn: async ({ signal }) => (await call(listFills, { query: { market }, signal })).fills,
    ...useOwnQueryOptions(),
  });
}

const newestFirst = (one: Order, other: Order) => other.createdAt.localeCompare(one.createdAt);

/** Puts what the stream tells into the lists at once. A list that was not asked for yet stays so. */
export function useTakeExecutions(market: string) {
  const queryClient = useQueryClient();
  return (news: Executions): void => {
    const told = news.orders.filter((order) => order.market === market);
    const isTold = ({ id }: Order) => told.some((order) => order.id === id);
    const change = (part: string, changed: (was: readonly Order[]) => readonly Order[]) =>
      queryClient.setQueryData<readonly Order[]>(ordersKey(market, part), (was) => was && changed(was));
    const rest = (was: readonly Order[]) =>
      news.type === 'snapshot' ? [] : was.filter((order) => !isTold(order));
    change('open', (was) => [...told.filter(isOpen), ...rest(was)].toSorted(newestFirst));
    if (news.type === 'snapshot') return;
    change('ended', (was) => [...told.filter((order) => !isOpen(order)), ...rest(was)].toSorted(newestFirst));
    const fills = news.market === market ? fillsOf(news) : [];
    const isKnown = (was: readonly Fill[], { seq }: Fill) => was.some((fill) => fill.seq === seq);
    queryClient.setQueryData<readonly Fill[]>(
      ordersKey(market, 'fills'),
      // An answer to another question may have been faster.
      (was) => was && [...fills.filter((fill) => !isKnown(was, fill)), ...was],
    );
  };
}

function fillsOf({ market, events }: Extract<Executions, { type: 'update' }>): Fill[] {
  return events
    .filter((event) => event.kind === 'filled')
    .map(({ seq, orderId, side, isMaker, price, quantity, fee, feeCurrency, at }) => ({
      market,
      seq,
      orderId,
      side,
      isMaker,
      price,
      quantity,
      fee,
      feeCurrency,
      tradedAt: at,
    }))
    .toReversed();
}

export function useAmendOrder() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  return useCommand({
    mutationFn: ({ order, changes }: { order: Order; changes: BodyOf<typeof amendOrder> }) =>
      call(amendOrder, { params: { id: order.id }, body: changes }),
    onSuccess: () => toast.success(t('orderBook.amended')),
    // One that was filled or cancelled meanwhile must disappear too.
    onSettled: () => void askAgain(queryClient, topicKey('balance')),
  });
}

export function useCancelOrder() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  return useCommand({
    mutationFn: ({ id }: Order) => call(cancelOrder, { params: { id } }),
    onSuccess: () => toast.success(t('orderBook.cancelled')),
    onError: (error) => toast.error(errorMessage(error, t)),
    // One that was filled meanwhile must disappear too.
    onSettled: () => void askAgain(queryClient, topicKey('balance')),
  });
}

export function useCancelAllOrders(market: string) {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  return useCommand({
    mutationFn: () => call(cancelAllOrders, { query: { market } }),
    onSuccess: () => toast.success(t('orderBook.allCancelled')),
    onSettled: () => void askAgain(queryClient, topicKey('balance')),
  });
}
