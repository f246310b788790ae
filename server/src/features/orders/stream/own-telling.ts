import type { OwnNews, StreamBalance } from '@mercury/contract/api/own-stream.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import type { OrderRefusedEvent } from '../../../realtime/publisher.ts';
import { presentOrder } from '../present.ts';
import { refusalCodes } from '../use-orders.ts';
import { executionEventsOf } from './own-events.ts';
import type { MarketReading } from './read-market.ts';
import type { Balance, OwnState } from './read-own.ts';

/** Whoever is told of their own orders and money. */
export interface OwnWatcher {
  readonly userId: string;
  /** Their session or API key. */
  readonly callerId: string;
  tell(news: OwnNews): void;
  /** The session or key has ended: nothing more may be told. */
  end(): void;
}

export interface Executions {
  seq: number;
  /** Of each market, the last event that was told. */
  readonly seqOf: Map<string, number>;
  readonly open: Set<string>;
}

export interface Balances {
  seq: number;
  /** As JSON, by currency. */
  readonly told: Map<string, string>;
}

/** Where a watcher is in each channel; undefined in one that is not watched. */
export interface Watching {
  executions?: Executions | undefined;
  balances?: Balances | undefined;
}

export function beginExecutions(watcher: OwnWatcher, watching: Watching, state: OwnState): void {
  const seq = (watching.executions?.seq ?? -1) + 1;
  const open = new Set(state.orders.map(({ id }) => id));
  watching.executions = { seq, seqOf: new Map(state.seqs), open };
  const orders = state.orders.flatMap((order) => {
    const market = state.terms.get(order.market);
    return market === undefined ? [] : [presentOrder({ market, order })];
  });
  watcher.tell({ type: 'snapshot', channel: 'executions', seq, orders });
}

export function beginBalances(watcher: OwnWatcher, watching: Watching, balances: readonly Balance[]): void {
  const seq = (watching.balances?.seq ?? -1) + 1;
  const told = balances.map(presentBalance).map((each) => [each.currency, JSON.stringify(each)] as const);
  watching.balances = { seq, told: new Map(told) };
  const shown = balances.filter(hasMoney).map(presentBalance);
  watcher.tell({ type: 'snapshot', channel: 'balances', seq, balances: shown });
}

/** Those that are not as they were told. */
export function tellBalances(watcher: OwnWatcher, balances: Balances, now: readonly Balance[]): void {
  const changed = now.map(presentBalance).filter((each) => {
    const text = JSON.stringify(each);
    const isSame = balances.told.get(each.currency) === text;
    balances.told.set(each.currency, text);
    return !isSame;
  });
  if (changed.length === 0) return;
  balances.seq += 1;
  watcher.tell({ type: 'update', channel: 'balances', seq: balances.seq, balances: changed });
}

export function tellRefusals(
  watcher: OwnWatcher,
  executions: Executions,
  refusals: readonly OrderRefusedEvent[],
): void {
  for (const { refusedOrder: refused } of refusals) {
    if (refused.userId !== watcher.userId) continue;
    executions.seq += 1;
    const { seq } = executions;
    const { market, clientOrderId } = refused;
    const at = new Date(refused.at).toISOString();
    const event = { kind: 'rejected', clientOrderId, error: refusalCodes[refused.reason], at } as const;
    watcher.tell({ type: 'update', channel: 'executions', seq, market, events: [event], orders: [] });
  }
}

/** What is new of a reading. */
export function tellExecutions(
  watcher: OwnWatcher,
  executions: Executions,
  { terms, events, orders }: MarketReading['own'] & Pick<Parameters<typeof executionEventsOf>[0], 'terms'>,
): void {
  const { userId } = watcher;
  const { symbol: market } = terms;
  const toldSeq = executions.seqOf.get(market) ?? 0;
  const fresh = events.filter(({ event }) => event.seq > toldSeq);
  const last = fresh.at(-1);
  if (last === undefined) return;
  executions.seqOf.set(market, last.event.seq);
  const mine = new Map(orders.filter((order) => order.user_id === userId).map((order) => [order.id, order]));
  const told = executionEventsOf({ terms, userId, open: executions.open, orders: mine }, fresh);
  if (told.length === 0) return;
  executions.seq += 1;
  const changed = [...new Set(told.flatMap((event) => ('orderId' in event ? event.orderId : [])))];
  for (const id of changed) if (!isOpen(mine.get(id)?.status)) executions.open.delete(id);
  watcher.tell({
    type: 'update',
    channel: 'executions',
    seq: executions.seq,
    market,
    events: told,
    orders: changed.flatMap((id) => {
      const order = mine.get(id);
      return order === undefined ? [] : [presentOrder({ market: terms, order })];
    }),
  });
}

function isOpen(status: string | undefined): boolean {
  return status === 'OPEN' || status === 'WAITING';
}

function hasMoney({ available, inOrders, held }: Balance): boolean {
  return available !== 0n || inOrders !== 0n || held !== 0n;
}

function presentBalance({ asset, available, inOrders, held }: Balance): StreamBalance {
  const { decimals } = assetOf(asset);
  return {
    currency: asset,
    available: formatDecimal(available, decimals),
    inOrders: formatDecimal(inOrders, decimals),
    held: formatDecimal(held, decimals),
  };
}
