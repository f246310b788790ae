import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { CommitUnknownError, isConflict, isDatabaseUnavailable, isLockTimeout } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { personOfOrder } from '../../matching/book.ts';
import type { Services } from '../../services.ts';
import { LevelTurnTakenError } from '../levels/level-turn.ts';
import type { MarketTerms } from './market-terms.ts';
import {
  peopleOf,
  personOf,
  restoreBook,
  runBatch,
  type Answer,
  type BatchServices,
  type BookCopy,
  type Work,
} from './run-batch.ts';

/**
 * Takes commands for all markets. Those of a market that arrive together share a commit: while a batch runs, the next one gathers.
 * Any process may take them; the database lets one at a time.
 */
export interface Exchange {
  /** Resolves after the commit. A CommitUnknownError is healed by the same call with the same client order id. */
  submit(market: MarketTerms, work: Work): Promise<Answer>;
  /** The terms of a market, if this process read them within the last second. */
  knownMarket(symbol: string): MarketTerms | undefined;
  /** Where a person's order stands, if this process knows it to be open: it may have ended since. */
  marketOfOrder(order: { readonly userId: string; readonly id: string }): MarketTerms | undefined;
  /** Takes no more; resolves when all that was taken has an answer. */
  close(): Promise<void>;
}

export type ExchangeServices = BatchServices & Pick<Services, 'events'>;
type DeskServices = ExchangeServices & { readonly onFilled: (userId: string) => void };

// A larger batch saves hardly any time per command, and everyone in it waits longer.
const batchMax = 256;

// Some seconds of work of one market. One more gets `Busy`.
const waitingMax = 8192;

// A conflict ends with the other transaction. After this many it is no coincidence.
const attemptsMax = 3;

// What the operator changes holds everywhere within a second.
const marketFreshMs = 1000;

interface Waiting {
  readonly work: Work;
  readonly answer: PromiseWithResolvers<Answer>;
}

interface Desk {
  /** As they were last read: the operator may change them. */
  market: MarketTerms;
  marketReadAtMs: number;
  readonly copy: BookCopy;
  /** Where the market was when watchers were last told of it. */
  toldSeq: number | undefined;
  waiting: Waiting[];
  /** Undefined while nothing is on its way. */
  running: Promise<void> | undefined;
}

/** `onFilled` is told, once an order of the person has traded as a whole: it is not counted against their limit. */
export function createExchange(
  services: ExchangeServices,
  onFilled: (userId: string) => void = () => undefined,
): Exchange {
  const told = { ...services, onFilled };
  const desks = new Map<string, Desk>();
  let isClosed = false;

  function deskOf(market: MarketTerms): Desk {
    let desk = desks.get(market.symbol);
    if (desk === undefined) {
      desk = {
        market,
        marketReadAtMs: performance.now(),
        copy: { book: undefined, settled: undefined },
        toldSeq: undefined,
        waiting: [],
        running: undefined,
      };
      desks.set(market.symbol, desk);
    }
    return desk;
  }

  return {
    submit(market, work) {
      const desk = deskOf(market);
      if (desk.market !== market) {
        desk.market = market;
        desk.marketReadAtMs = performance.now();
      }
      if (isClosed || desk.waiting.length >= waitingMax) {
        throw new DomainError('Busy', { retryAfterSeconds: 1 });
      }
      const answer = Promise.withResolvers<Answer>();
      desk.waiting.push({ work, answer });
      desk.running ??= runBatches(told, desk);
      return answer.promise;
    },
    knownMarket(symbol) {
      const desk = desks.get(symbol);
      const isFresh = desk !== undefined && performance.now() - desk.marketReadAtMs < marketFreshMs;
      return isFresh ? desk.market : undefined;
    },
    marketOfOrder: ({ userId, id }) =>
      [...desks.values()].find(
        ({ copy: { book } }) => book !== undefined && personOfOrder(book, id) === userId,
      )?.market,
    async close() {
      isClosed = true;
      await Promise.all([...desks.values()].flatMap(({ running }) => running ?? []));
    },
  };
}

async function runBatches(services: DeskServices, desk: Desk): Promise<void> {
  // Callers of this turn join the first batch.
  await Promise.resolve();
  for (let batch = takeBatch(desk); batch.length > 0; batch = takeBatch(desk)) {
    await settleBatch(services, desk, batch);
  }
  desk.running = undefined;
}

/** The oldest first. A name that comes again waits for the next batch, which finds what the first one did, and keeps nobody else. */
function takeBatch(desk: Desk): Waiting[] {
  const names = new Set<string>();
  const batch: Waiting[] = [];
  const left: Waiting[] = [];
  for (const one of desk.waiting) {
    const { command, placed: { clientOrderId } = {} } = one.work;
    const name = clientOrderId === undefined ? undefined : `${personOf(command)} ${clientOrderId}`;
    const waits = batch.length === batchMax || (name !== undefined && names.has(name));
    if (name !== undefined) names.add(name);
    (waits ? left : batch).push(one);
  }
  desk.waiting = left;
  return batch;
}

/** What can't be done together is done one by one, so that only who is to blame is refused. */
async function settleBatch(services: DeskServices, desk: Desk, batch: readonly Waiting[]): Promise<void> {
  try {
    await runAndAnswer(services, desk, batch);
  } catch (error) {
    if (batch.length > 1 && isVerdict(error)) {
      // Whoever waits for a lock would wait again in each half.
      const size = isLockTimeout(error) ? 1 : Math.ceil(batch.length / 2);
      for (let first = 0; first < batch.length; first += size) {
        await settleBatch(services, desk, batch.slice(first, first + size));
      }
    } else if (batch[0] !== undefined && isVerdict(error)) {
      await settleAlone(services, desk, batch[0]);
    } else {
      for (const { answer } of batch) answer.reject(failureOf(error));
    }
  }
}

async function settleAlone(services: DeskServices, desk: Desk, one: Waiting): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runAndAnswer(services, desk, [one]);
      return;
    } catch (error) {
      const mayHelp = isConflict(error) || isRace(error);
      if (attempt < attemptsMax && mayHelp) continue;
      one.answer.reject(failureOf(error));
      return;
    }
  }
}

async function runAndAnswer(services: DeskServices, desk: Desk, batch: readonly Waiting[]): Promise<void> {
  const { market, copy } = desk;
  let answers: readonly Answer[];
  try {
    answers = await runBatch(services, market, { copy, works: batch.map(({ work }) => work) });
  } catch (error) {
    // It is ahead of the database.
    if (isRefusal(error)) restoreBook(copy);
    else copy.book = copy.settled = undefined;
    throw error;
  }
  const tell = () => tellAnswers(services, desk, { batch, answers });
  if (desk.waiting.length * 4 < batch.length) {
    // The callers answered now mostly call next: let them join the next batch.
    tell();
    await nextTurn();
  } else {
    // The next batch is asked for first: the database works while the callers use their answers.
    setImmediate(tell);
  }
}

function tellAnswers(
  services: DeskServices,
  desk: Desk,
  { batch, answers }: { batch: readonly Waiting[]; answers: readonly Answer[] },
): void {
  batch.forEach(({ answer }, index) => {
    const given = answers[index];
    if (given === undefined) answer.reject(new Error('a command was not answered'));
    else answer.resolve(given);
  });
  for (const userId of filledOwnersOf(answers)) services.onFilled(userId);
  services.events.publish([
    ...newsOf(answers),
    ...marketNewsOf(desk),
    ...refusalsOf(desk.market, batch, answers),
  ]);
}

/** Whose order traded as a whole, once for each. One by budget has no rest, and is ended by its trades. */
function filledOwnersOf(answers: readonly Answer[]): Iterable<string> {
  const owners = new Map<string, string>();
  for (const event of answers.flatMap((answer) => (answer.kind === 'done' ? answer.events : []))) {
    if (event.kind !== 'traded') continue;
    if (event.makerRemaining === 0) owners.set(event.makerId, event.makerPersonId);
    if ((event.takerRemaining ?? 0) === 0) owners.set(event.takerId, event.takerPersonId);
  }
  return owners.values();
}

type News = Parameters<ExchangeServices['events']['publish']>[0];

/** Reservations show in the balance; trades in history too. */
function newsOf(answers: readonly Answer[]): News {
  const events = answers.flatMap((answer) => (answer.kind === 'done' ? answer.events : []));
  const traders = new Set(events.filter(({ kind }) => kind === 'traded').flatMap(peopleOf));
  return [...new Set(events.flatMap(peopleOf))].map((userId) => ({
    userId,
    topics: traders.has(userId) ? ['balance', 'transactions', 'notices'] : ['balance'],
  }));
}

/** One notice a batch that changed the book; whoever watches reads what happened in the log. */
function marketNewsOf(desk: Desk): News {
  const seq = desk.copy.book?.seq;
  if (seq === desk.toldSeq) return [];
  desk.toldSeq = seq;
  return [{ changedMarket: desk.market.symbol, seq }];
}

/** Of new orders: the person's other connections learn of them only here. */
function refusalsOf(
  { symbol: market }: MarketTerms,
  batch: readonly Waiting[],
  answers: readonly Answer[],
): News {
  return batch.flatMap(({ work: { placed } }, index) => {
    const answer = answers[index];
    if (placed === undefined || answer?.kind !== 'refused') return [];
    const { userId, clientOrderId = null } = placed;
    return { refusedOrder: { userId, market, clientOrderId, reason: answer.refused.reason, at: Date.now() } };
  });
}

/** The database itself refused, so nothing was written, and another attempt is safe. */
function isVerdict(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return false;
  return isLockTimeout(error) || !isDatabaseUnavailable(error);
}

/** The database said no, or its answer did, and its connection is as before. All else may come from the book itself, or say nothing of what was written. */
function isRefusal(error: unknown): boolean {
  return error instanceof LevelTurnTakenError || (error instanceof pg.DatabaseError && isVerdict(error));
}

/** Money, a name or an account that was there when the batch began, and not when it was written. */
function isRace(error: unknown): boolean {
  const constraints = ['account_reserved_is_there', 'book_order_is_allowed', 'book_order_client_id_once'];
  return error instanceof pg.DatabaseError && constraints.includes(error.constraint ?? '');
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.constraint === 'account_reserved_is_there') return new DomainError('InsufficientBalance');
  const isPassing = isLockTimeout(error) || isConflict(error);
  return isPassing ? new DomainError('Busy', { retryAfterSeconds: 1 }) : error;
}
