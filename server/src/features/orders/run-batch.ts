import { reducedFeePpm } from '@mercury/contract/money/order-book.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import {
  apply,
  applyEvents,
  bookFromOrders,
  openOrdersOf,
  type Book,
  type BookEvent,
  type Command,
  type Context,
  type LoggedEvent,
  type Refused,
} from '../../matching/book.ts';
import { type LevelTurn, takeLevelTurns } from '../levels/level-turn.ts';
import { presentPriceOf } from '../market/price-of.ts';
import { commitBook, readBook, type Batch, type Reading } from './book-calls.ts';
import { createFunds, type Funds } from './funds.ts';
import type { MarketTerms } from './market-terms.ts';
import {
  addEvent,
  addNewTerms,
  changedRow,
  newRow,
  type OrderChanges,
  type PlacedOrder,
} from './order-changes.ts';
import { openOrderOf, type OrderRow } from './order-row.ts';
import { boundsOf, type PriceBounds } from './price-bounds.ts';
import { postTrades, type Fill } from './trade-postings.ts';

/** A command on its way; of a new order with what is kept of it. Fees are filled in when it enters. */
export interface Work {
  readonly command: Command;
  readonly placed?: PlacedOrder;
  /** The session or API key of a call that may make an order: it must not have ended. */
  readonly callerId?: string;
  /** Of whoever was judged by the limits of a level: it must be their turn still. */
  readonly levelTurn?: LevelTurn | undefined;
}

/** An order as it is after the commit, if the command was about one. Nothing is answered before. */
export type Answer =
  | {
      readonly kind: 'done';
      readonly order: OrderRow | undefined;
      readonly events: readonly LoggedEvent[];
      /** The time that the commit carries. */
      readonly at: number;
    }
  /** The order of an earlier call with the same name and body. */
  | { readonly kind: 'repeat'; readonly order: OrderRow }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'failed'; readonly error: DomainError };

/** A process's copy of a book. Undefined: it is read anew. */
export interface BookCopy {
  book: Book | undefined;
  /** The same, as the database is known to have it: what a batch begins from anew that the database refused. */
  settled: Book | undefined;
}

export type BatchServices = Pick<Services, 'db' | 'market' | 'rail' | 'settings'>;

// In one transaction, and in one command.
const stopsMax = 100;
const expiriesMax = 100;
const fillsMax = 200;

interface Played {
  readonly work: Work;
  readonly events: readonly BookEvent[];
}

/** One commit for all of them. The copy is right only if this resolves: the caller drops or restores it otherwise. */
export async function runBatch(
  services: BatchServices,
  market: MarketTerms,
  { copy, works }: { copy: BookCopy; works: readonly Work[] },
): Promise<readonly Answer[]> {
  let written: readonly LoggedEvent[] = [];
  const run = async (trx: Transaction): Promise<readonly Answer[]> => {
    const reading = await readBook(trx, {
      market: market.symbol,
      knownSeq: copy.settled?.seq,
      named: works.map(({ command, placed, callerId }) => ({
        userId: personOf(command),
        clientOrderId: placed?.clientOrderId,
        callerId,
      })),
    });
    const book = catchUp(copy, market, reading);
    const seqBefore = book.seq;
    const turns = play(services, { market, book, reading, works });
    const played = turns.filter((turn) => 'work' in turn);
    const { batch, postings } = batchOf(services, { market, book, reading, seqBefore, played });
    written = batch.events;
    const orders =
      batch.events.length === 0 ? new Map<string, OrderRow>() : await commitBook(trx, batch, postings);
    await takeLevelTurns(trx, levelTurnsOf(played));
    return turns.map((turn) => ('work' in turn ? answerOf(turn, orders, reading.at) : turn));
  };
  // What a retry would begin with is in memory: the caller drops that first.
  const answers = await inTransaction(services.db, run, { attemptsMax: 1 });
  settle(copy, written);
  return answers;
}

/** What was refused counts nothing. One order a person at a time is judged. */
function levelTurnsOf(played: readonly Played[]): LevelTurn[] {
  return played.flatMap((turn) => (refusalIn(turn) === undefined ? (turn.work.levelTurn ?? []) : []));
}

/** What was committed is answered, whatever happens here. */
function settle(copy: BookCopy, written: readonly LoggedEvent[]): void {
  try {
    if (copy.settled !== undefined) applyEvents(copy.settled, written);
  } catch {
    copy.settled = undefined;
  }
}

/**
 * After a refusal of the database, which wrote nothing. To read the book anew takes a second with twenty thousand orders, and anybody
 * can have a batch refused: who spends the same money in two markets at once.
 */
export function restoreBook(copy: BookCopy): void {
  const { book, settled } = copy;
  // All that changes a book has a number.
  if (settled === undefined || book?.seq === settled.seq) return;
  const { seq, lastPrice, units } = settled;
  copy.book = bookFromOrders(units, { seq, lastPrice, orders: openOrdersOf(settled) });
}

function catchUp(copy: BookCopy, { units }: MarketTerms, reading: Reading): Book {
  const { seq, lastPrice, orders, events } = reading;
  if (copy.book === undefined || copy.settled === undefined || orders !== undefined) {
    const read = { seq, lastPrice: lastPrice ?? undefined, orders: (orders ?? []).map(openOrderOf) };
    copy.book = bookFromOrders(units, read);
    copy.settled = bookFromOrders(units, read);
  } else {
    applyEvents(copy.book, events);
    applyEvents(copy.settled, events);
  }
  if (copy.book.seq !== seq) throw new Error('the log of a market does not reach its last event');
  return copy.book;
}

interface Play {
  readonly market: MarketTerms;
  readonly book: Book;
  readonly reading: Reading;
  readonly works: readonly Work[];
}

function play(services: BatchServices, { market, book, reading, works }: Play): (Played | Answer)[] {
  const funds = createFunds(market, reading);
  const bounds = boundsOf(services, market, reading);
  let stopsLeft = stopsMax;
  return works.map((work): Played | Answer => {
    const early = earlyAnswer(work, reading, bounds);
    if (early !== undefined) return early;
    const command = withFees(work.command, reading);
    const context = contextOf({ command, reading, bounds, funds, stopsLeft, book });
    const events = apply(book, command, context);
    stopsLeft -= events.filter(({ kind }) => kind === 'triggered').length;
    events.forEach((event) => funds.note(event));
    return { work, events };
  });
}

/** What is answered without the book. Cancelling always works. */
function earlyAnswer(work: Work, reading: Reading, bounds: PriceBounds | undefined): Answer | undefined {
  const { command, placed, callerId } = work;
  if (command.kind !== 'place' && command.kind !== 'amend') return undefined;
  const failed = (error: DomainError): Answer => ({ kind: 'failed', error });
  const person = reading.people?.find(({ id }) => id === personOf(command));
  const hasEnded = callerId !== undefined && reading.callers?.includes(callerId) !== true;
  // It was all right when the call came in.
  if (person === undefined || person.isBarred || hasEnded) return failed(new DomainError('Unauthenticated'));
  const order = reading.repeats?.find(
    (row) => row.user_id === placed?.userId && row.client_order_id === placed.clientOrderId,
  );
  if (order !== undefined) {
    const isSame = order.fingerprint === placed?.fingerprint;
    return isSame ? { kind: 'repeat', order } : failed(new DomainError('IdempotencyKeyReused'));
  }
  if (bounds === undefined) return failed(new DomainError('PriceMissing'));
  return undefined;
}

function withFees(command: Command, reading: Reading): Command {
  if (command.kind !== 'place') return command;
  return { kind: 'place', order: { ...command.order, ...feesOf(reading, command.order.personId) } };
}

/** By what the person traded lately. */
function feesOf({ makerFeePpm, takerFeePpm, people }: Reading, userId: string) {
  const { makerPercent = 100, takerPercent = 100 } = people?.find(({ id }) => id === userId) ?? {};
  return {
    makerFeePpm: reducedFeePpm(makerFeePpm, makerPercent),
    takerFeePpm: reducedFeePpm(takerFeePpm, takerPercent),
  };
}

/** Without a reference price nothing trades and no stop fires. */
function contextOf({
  command,
  reading,
  bounds,
  funds,
  stopsLeft,
  book,
}: {
  command: Command;
  reading: Reading;
  bounds: PriceBounds | undefined;
  funds: Funds;
  stopsLeft: number;
  book: Book;
}): Context {
  return {
    now: reading.at,
    ...(bounds ?? { referencePrice: 1, priceMin: 1, priceMax: 1 }),
    state: bounds === undefined && reading.state !== 'halted' ? 'cancel_only' : reading.state,
    spendable: funds.spendableFor(book, command),
    stopsMax: stopsLeft,
    expiriesMax,
    fillsMax,
  };
}

function batchOf(
  services: BatchServices,
  {
    market,
    book,
    reading,
    seqBefore,
    played,
  }: {
    market: MarketTerms;
    book: Book;
    reading: Reading;
    seqBefore: number;
    played: readonly Played[];
  },
): { batch: Batch; postings: ReturnType<typeof postTrades>['postings'] } {
  const events = played.flatMap((turn) => turn.events).filter((event) => event.kind !== 'refused');
  const { fills, postings } = postTrades(market, events, presentPriceOf(services, market.quote));
  const changes: OrderChanges = new Map();
  for (const { work, events: own } of played) {
    if (isReplacing(own)) addNewTerms(changes, work.command);
    for (const event of own) addEvent(changes, market.units, event);
  }
  const done = played.filter((turn) => !refusalIn(turn));
  const placed = done.filter(({ work }) => work.placed !== undefined);
  const asking = done.filter(({ work }) => work.callerId !== undefined);
  const orders = placed.flatMap((turn) => newRowOf(turn, changes, reading));
  const newIds = new Set(placed.map(({ work }) => work.placed?.id));
  const batch = {
    market: market.symbol,
    at: reading.at,
    seqBefore,
    seq: book.seq,
    lastPrice: book.lastPrice,
    people: [...new Set(events.flatMap(peopleOf))],
    placers: [...new Set(asking.map(({ work }) => personOf(work.command)))],
    callers: [...new Set(asking.flatMap(({ work }) => work.callerId ?? []))],
    orders,
    changes: [...changes.values()].filter(({ id }) => !newIds.has(id)).map(changedRow),
    fills: fills.map(fillRow),
    events,
    answers: [...new Set(played.flatMap((turn) => orderIdOf(turn.work) ?? []))],
  };
  return { batch, postings };
}

function newRowOf({ work, events }: Played, changes: OrderChanges, reading: Reading): object[] {
  const { placed } = work;
  const change = placed && changes.get(placed.id);
  if (placed === undefined || change === undefined) return [];
  // One that never rested has the place of its first event.
  const first = events.find((event) => event.kind !== 'refused');
  change.seq ??= first?.seq;
  return [newRow(placed, change, feesOf(reading, placed.userId))];
}

function isReplacing(events: readonly BookEvent[]): boolean {
  return events.some((event) => event.kind === 'removed' && event.reason === 'replaced');
}

function answerOf(turn: Played, orders: ReadonlyMap<string, OrderRow>, at: number): Answer {
  const refused = refusalIn(turn);
  if (refused !== undefined) return { kind: 'refused', refused };
  const id = orderIdOf(turn.work);
  return {
    kind: 'done',
    order: id === undefined ? undefined : orders.get(id),
    events: turn.events.filter((event) => event.kind !== 'refused'),
    at,
  };
}

function refusalIn({ events }: Played): Refused | undefined {
  return events.find((event) => event.kind === 'refused');
}

function orderIdOf({ command }: Work): string | undefined {
  if (command.kind === 'place') return command.order.orderId;
  return command.kind === 'amend' || command.kind === 'cancel' ? command.orderId : undefined;
}

/** Nobody in a sweep. */
const nobody = '00000000-0000-0000-0000-000000000000';

export function personOf(command: Command): string {
  if (command.kind === 'place') return command.order.personId;
  return command.kind === 'sweep' ? nobody : command.personId;
}

/** Whom an event is about. */
export function peopleOf(event: LoggedEvent): string[] {
  if (event.kind === 'traded') return [event.makerPersonId, event.takerPersonId];
  if (event.kind === 'rested' || event.kind === 'waiting') return [event.order.personId];
  return event.kind === 'queued' ? [] : [event.personId];
}

function fillRow({ trade, amounts, transferId }: Fill): object {
  const { makerFee, takerFee } = amounts;
  return { ...trade, makerFee: makerFee.toString(), takerFee: takerFee.toString(), transferId };
}
