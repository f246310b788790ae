import type { OwnChannel } from '@mercury/contract/api/own-stream.ts';
import type { Database } from '../../../db/database.ts';
import type { OrderRefusedEvent } from '../../../realtime/publisher.ts';
import { termsOf } from '../market-terms.ts';
import {
  beginBalances,
  beginExecutions,
  tellBalances,
  tellExecutions,
  tellRefusals,
  type OwnWatcher,
  type Watching,
} from './own-telling.ts';
import type { MarketReading } from './read-market.ts';
import { findLiving, readBalances, readOwnState } from './read-own.ts';

interface Joining {
  readonly watcher: OwnWatcher;
  readonly channel: OwnChannel;
}

/** Those of this process. Nothing is told but between two readings of the hub, so nothing is missed or told twice. */
export interface OwnWatchers {
  readonly isEmpty: boolean;
  /** Somebody is told already what happens; not only joining. */
  readonly isTelling: boolean;
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
  /**
   * Gives some of those who join a snapshot, and answers whether there were any. `begin` is told where the markets were then, by the
   * first of all: that one knows least, and from there on all events are read for everybody.
   */
  welcome(begin: (seqs: ReadonlyMap<string, number>) => void): Promise<boolean>;
  /** Events are missing: each begins anew. */
  welcomeAgain(): void;
}

// All others wait for a round.
const snapshotsPerRound = 20;

type Entry = readonly [OwnWatcher, Watching];

export function createOwnWatchers(db: Database): OwnWatchers {
  const watchers = createRegistry(db);
  let joining: Joining[] = [];
  const touched = new Set<string>();
  let refusals: OrderRefusedEvent[] = [];

  /** One who waits already gets one snapshot. */
  function join(watcher: OwnWatcher, channel: OwnChannel): void {
    if (joining.some((one) => one.watcher === watcher && one.channel === channel)) return;
    joining.push({ watcher, channel });
  }

  /** Nothing for who left meanwhile. */
  async function welcomeOne(one: Joining, begin: (seqs: ReadonlyMap<string, number>) => void): Promise<void> {
    const { watcher, channel } = one;
    const state = await readOwnState(db, watcher.userId);
    const balances = (await readBalances(db, [watcher.userId])).get(watcher.userId) ?? [];
    if (!joining.includes(one)) return;
    joining = joining.filter((each) => each !== one);
    if (watchers.isEmpty) begin(state.seqs);
    const watching = watchers.add(watcher);
    if (channel === 'executions') beginExecutions(watcher, watching, state);
    else beginBalances(watcher, watching, balances);
  }

  return {
    get isEmpty() {
      return watchers.isEmpty && joining.length === 0;
    },
    get isTelling() {
      return !watchers.isEmpty;
    },
    subscribe: join,
    unsubscribe(watcher, channel) {
      joining = joining.filter((one) => one.watcher !== watcher || one.channel !== channel);
      watchers.remove(watcher, channel);
    },
    people: () =>
      watchers
        .people()
        .filter((userId) => watchers.of([userId]).some(([, { executions }]) => executions !== undefined)),
    touch(userId) {
      // One who joins may have been read already, and is told in the next round.
      const isJoining = joining.some(({ watcher }) => watcher.userId === userId);
      if (isJoining || watchers.of([userId]).length > 0) touched.add(userId);
    },
    touchAll() {
      for (const userId of watchers.people()) touched.add(userId);
    },
    prepare: (reading) => prepareOwn(db, watchers, reading),
    noteRefusal: (event) => void refusals.push(event),
    async tellRest() {
      if (touched.size === 0 && refusals.length === 0) return;
      const list = refusals;
      refusals = [];
      const people = new Set([...touched, ...list.map(({ refusedOrder }) => refusedOrder.userId)]);
      touched.clear();
      const alive = await watchers.living(watchers.of(people));
      const found = await readBalances(db, peopleWithBalances(alive));
      for (const [watcher, { executions, balances }] of alive) {
        if (executions !== undefined) tellRefusals(watcher, executions, list);
        if (balances !== undefined) tellBalances(watcher, balances, found.get(watcher.userId) ?? []);
      }
    },
    async welcome(begin) {
      const round = joining.slice(0, snapshotsPerRound);
      for (const one of round) await welcomeOne(one, begin);
      return round.length > 0;
    },
    welcomeAgain() {
      for (const [watcher, { executions }] of watchers.of(watchers.people())) {
        if (executions !== undefined) join(watcher, 'executions');
      }
    },
  };
}

interface Registry {
  readonly isEmpty: boolean;
  add(watcher: OwnWatcher): Watching;
  remove(watcher: OwnWatcher, channel: OwnChannel): void;
  people(): string[];
  of(userIds: Iterable<string>): Entry[];
  /** Without those whose session or key has ended meanwhile. */
  living(entries: readonly Entry[]): Promise<Entry[]>;
}

function createRegistry(db: Database): Registry {
  const byPerson = new Map<string, Map<OwnWatcher, Watching>>();
  return {
    get isEmpty() {
      return byPerson.size === 0;
    },
    add(watcher) {
      const ofPerson = byPerson.get(watcher.userId) ?? new Map<OwnWatcher, Watching>();
      const watching = ofPerson.get(watcher) ?? {};
      byPerson.set(watcher.userId, ofPerson.set(watcher, watching));
      return watching;
    },
    remove(watcher, channel) {
      const ofPerson = byPerson.get(watcher.userId);
      const watching = ofPerson?.get(watcher);
      if (ofPerson === undefined || watching === undefined) return;
      watching[channel] = undefined;
      if (watching.executions === undefined && watching.balances === undefined) ofPerson.delete(watcher);
      if (ofPerson.size === 0) byPerson.delete(watcher.userId);
    },
    people: () => [...byPerson.keys()],
    of: (userIds) => Array.from(userIds).flatMap((userId) => Array.from(byPerson.get(userId) ?? [])),
    async living(entries) {
      const alive = await findLiving(db, [...new Set(entries.map(([{ callerId }]) => callerId))]);
      return entries.filter(([watcher]) => {
        if (!alive.has(watcher.callerId)) watcher.end();
        return alive.has(watcher.callerId) && byPerson.get(watcher.userId)?.has(watcher) === true;
      });
    },
  };
}

async function prepareOwn(
  db: Database,
  watchers: Registry,
  { market, own }: MarketReading,
): Promise<() => void> {
  if (own.events.length === 0) return () => undefined;
  const terms = termsOf(market);
  const affected = watchers.of(new Set(own.orders.map(({ user_id: userId }) => userId)));
  const alive = await watchers.living(affected);
  const found = await readBalances(db, peopleWithBalances(alive));
  return () => {
    for (const [watcher, { executions, balances }] of alive) {
      if (executions !== undefined) tellExecutions(watcher, executions, { ...own, terms });
      if (balances !== undefined) tellBalances(watcher, balances, found.get(watcher.userId) ?? []);
    }
  };
}

function peopleWithBalances(watchers: readonly Entry[]): string[] {
  return [
    ...new Set(watchers.flatMap(([{ userId }, { balances }]) => (balances === undefined ? [] : userId))),
  ];
}
