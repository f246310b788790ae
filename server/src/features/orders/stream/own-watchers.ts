import type { OwnChannel, OwnNews, StreamBalance } from '@mercury/contract/api/own-stream.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import type { Database } from '../../../db/database.ts';
import type { OrderRefusedEvent } from '../../../realtime/publisher.ts';
import { termsOf } from '../market-terms.ts';
import { presentOrder } from '../present.ts';
import { refusalCodes } from '../use-orders.ts';
import { executionEventsOf } from './own-events.ts';
import type { MarketReading } from './read-market.ts';
import { findLiving, readBalances, readOwnState, type Balance } from './read-own.ts';

/** Whoever is told of their own orders and money. */
export interface OwnWatcher {
  readonly userId: string;
  /** Their session or API key. */
  readonly callerId: string;
  tell(news: OwnNews): void;
  /** The session or key has ended: nothing more may be told. */
  end(): void;
}

interface Executions {
  seq: number;
  /** Of each market, the last event that was told. */
  readonly seqOf: Map<string, number>;
  readonly open: Set<string>;
}

interface Balances {
  seq: number;
  /** As JSON, by currency. */
  readonly told: Map<string, string>;
}

interface Watching {
  executions?: Executions | undefined;
  balances?: Balances | undefined;
}

interface Joining {
  readonly watcher: OwnWatcher;
  readonly channel: OwnChannel;
}

/** Those of this process. Nothing is told but between two readings of the hub, so nothing is missed or told twice. */
export interface OwnWatchers {
  readonly isEmpty: boolean;
  subscribe(watcher: OwnWatcher, channel: OwnChannel): void;
  unsubscribe(watcher: OwnWatcher, channel: OwnChannel): void;
  /** Whose orders are watched. */
  people(): string[];
  /** Their money may have changed. */
  touch(userId: string): void;
  touchAll(): void;
  /** What they are told of a reading, by the function that this resolves with. */
  prepare(reading: MarketReading): Promise<() => void>;
  noteRefusal(event: OrderRefusedEvent): void;
  /** Tells what is in no market's log: what else changed of their money, and orders that were refused. */
  tellRest(): Promise<void>;
  /** Gives each who joins a snapshot. Answers where the markets were then, if anybody has joined. */
  welcome(): Promise<ReadonlyMap<string, number> | undefined>;
  /** Events are missing: each begins anew. */
  welcomeAgain(): void;
}

export function createOwnWatchers(db: Database): OwnWatchers {
  /** By person. */
  const watchers = new Map<string, Map<OwnWatcher, Watching>>();
  let joining: Joining[] = [];
  const touched = new Set<string>();
  let refusals: OrderRefusedEvent[] = [];

  function watchersOf(userIds: ReadonlySet<string>): [OwnWatcher, Watching][] {
    return [...userIds].flatMap((userId) => [...(watchers.get(userId) ?? [])]);
  }

  /** Without those whose session or key has ended meanwhile. */
  async function living(chosen: readonly [OwnWatcher, Watching][]): Promise<[OwnWatcher, Watching][]> {
    const alive = await findLiving(db, [...new Set(chosen.map(([{ callerId }]) => callerId))]);
    return chosen.filter(([watcher]) => {
      if (!alive.has(watcher.callerId)) watcher.end();
      return alive.has(watcher.callerId) && watchers.get(watcher.userId)?.has(watcher) === true;
    });
  }

  function tellOf(watcher: OwnWatcher, balances: Balances, now: readonly Balance[]): void {
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

  /** Nothing for who left meanwhile. */
  async function welcomeOne(one: Joining): Promise<ReadonlyMap<string, number>> {
    const { watcher, channel } = one;
    const state = await readOwnState(db, watcher.userId);
    const balances = (await readBalances(db, [watcher.userId])).get(watcher.userId) ?? [];
    if (!joining.includes(one)) return state.seqs;
    joining = joining.filter((each) => each !== one);
    const ofPerson = watchers.get(watcher.userId) ?? new Map<OwnWatcher, Watching>();
    const watching = ofPerson.get(watcher) ?? {};
    watchers.set(watcher.userId, ofPerson.set(watcher, watching));
    const seq = (watching[channel]?.seq ?? -1) + 1;
    if (channel === 'executions') {
      const open = new Set(state.orders.map(({ id }) => id));
      watching.executions = { seq, seqOf: new Map(state.seqs), open };
      const orders = state.orders.flatMap((order) => {
        const market = state.terms.get(order.market);
        return market === undefined ? [] : [presentOrder({ market, order })];
      });
      watcher.tell({ type: 'snapshot', channel, seq, orders });
    } else {
      const told = balances.map(presentBalance).map((each) => [each.currency, JSON.stringify(each)] as const);
      watching.balances = { seq, told: new Map(told) };
      watcher.tell({
        type: 'snapshot',
        channel,
        seq,
        balances: balances.filter(hasMoney).map(presentBalance),
      });
    }
    return state.seqs;
  }

  function tellRefusalsTo(watcher: OwnWatcher, executions: Executions, list: readonly OrderRefusedEvent[]) {
    for (const { refusedOrder: refused } of list) {
      if (refused.userId !== watcher.userId) continue;
      executions.seq += 1;
      const event = {
        kind: 'rejected',
        clientOrderId: refused.clientOrderId,
        error: refusalCodes[refused.reason],
        at: new Date(refused.at).toISOString(),
      } as const;
      watcher.tell({
        type: 'update',
        channel: 'executions',
        seq: executions.seq,
        market: refused.market,
        events: [event],
        orders: [],
      });
    }
  }

  return {
    get isEmpty() {
      return watchers.size === 0 && joining.length === 0;
    },
    subscribe(watcher, channel) {
      joining.push({ watcher, channel });
    },
    unsubscribe(watcher, channel) {
      joining = joining.filter((one) => one.watcher !== watcher || one.channel !== channel);
      const ofPerson = watchers.get(watcher.userId);
      const watching = ofPerson?.get(watcher);
      if (ofPerson === undefined || watching === undefined) return;
      watching[channel] = undefined;
      if (watching.executions === undefined && watching.balances === undefined) ofPerson.delete(watcher);
      if (ofPerson.size === 0) watchers.delete(watcher.userId);
    },
    people: () =>
      [...watchers].flatMap(([userId, ofPerson]) =>
        [...ofPerson.values()].some(({ executions }) => executions !== undefined) ? userId : [],
      ),
    touch(userId) {
      if (watchers.has(userId)) touched.add(userId);
    },
    touchAll() {
      for (const userId of watchers.keys()) touched.add(userId);
    },
    async prepare({ market: row, own }) {
      if (own.events.length === 0) return () => undefined;
      const terms = termsOf(row);
      const affected = watchersOf(new Set(own.orders.map(({ user_id: userId }) => userId)));
      const chosen = await living(affected);
      const balances = await readBalances(db, peopleWithBalances(chosen));
      return () => {
        for (const [watcher, watching] of chosen) {
          const { userId } = watcher;
          if (watching.executions !== undefined) {
            tellExecutions(watcher, watching.executions, { ...own, terms });
          }
          if (watching.balances !== undefined) {
            tellOf(watcher, watching.balances, balances.get(userId) ?? []);
          }
        }
      };
    },
    noteRefusal(event) {
      refusals.push(event);
    },
    async tellRest() {
      if (touched.size === 0 && refusals.length === 0) return;
      const list = refusals;
      refusals = [];
      const people = new Set([...touched, ...list.map(({ refusedOrder }) => refusedOrder.userId)]);
      touched.clear();
      const alive = await living(watchersOf(people));
      const found = await readBalances(db, peopleWithBalances(alive));
      for (const [watcher, { executions, balances }] of alive) {
        if (executions !== undefined) tellRefusalsTo(watcher, executions, list);
        if (balances !== undefined) tellOf(watcher, balances, found.get(watcher.userId) ?? []);
      }
    },
    async welcome() {
      let seqs: ReadonlyMap<string, number> | undefined;
      for (let one = joining[0]; one !== undefined; one = joining[0]) {
        // The first ones know least: from there on all events are read for everybody.
        const found = await welcomeOne(one);
        seqs ??= found;
      }
      return seqs;
    },
    welcomeAgain() {
      for (const [watcher, { executions }] of [...watchers.values()].flatMap((each) => [...each])) {
        if (executions !== undefined) joining.push({ watcher, channel: 'executions' });
      }
    },
  };
}

function tellExecutions(
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

function peopleWithBalances(watchers: readonly (readonly [OwnWatcher, Watching])[]): string[] {
  return [
    ...new Set(watchers.flatMap(([{ userId }, { balances }]) => (balances === undefined ? [] : userId))),
  ];
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
