import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { acceptQuote as acceptQuoteEndpoint } from '@mercury/contract/api/trade.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { isFrozen } from '../../identity/person/frozen.ts';
import { lockCallers } from '../../identity/person/locks.ts';
import type { UserRow } from '../../identity/person/person.ts';
import {
  findStoredReplies,
  idempotencyKey,
  storeReplies,
  replyTo,
  type IdempotencyKey,
  type StoredReply,
} from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { atOneVersion } from '../../settings/settings.ts';
import { findUntouched, presentAccepted } from './accept-reply.ts';
import { hasMoved } from './has-moved.ts';
import type { PriceReference } from './price-jump.ts';
import { findReferences } from './price-references.ts';
import { lockQuotes, offerOf, type QuoteRow } from './queries.ts';
import { settleTrades, type SettledTrade, type TradeOrder } from './settle-trades.ts';
import type { TradeOrigin } from './trade-origin.ts';

export interface AcceptRequest {
  readonly session: Session;
  readonly quoteId: string;
  readonly input: BodyOf<typeof acceptQuoteEndpoint>;
  readonly idempotencyKey: string | undefined;
  readonly origin: TradeOrigin;
}

type AcceptReply = ReplyOf<typeof acceptQuoteEndpoint>;

/** A trade (new, or an earlier one of the same key), or none because the market moved or a check refused. */
export type Acceptance =
  | { readonly isRepeat: boolean; readonly reply: AcceptReply }
  | { readonly moved: QuoteRow }
  | { readonly refusal: DomainError };

export type AcceptServices = Pick<Services, 'db' | 'events' | 'log' | 'market' | 'rail' | 'settings'>;

/** It passed every check except those of its trade. */
interface Candidate {
  readonly user: UserRow;
  readonly key: IdempotencyKey | undefined;
  readonly order: TradeOrder;
}

// One transaction that holds an account must not block all other trades.
const lockTimeout = '2s';

/**
 * Quotes of different people. Each gets trade, posting and history; the quote is used and the reply stored under the key. A
 * repeat gets the first reply, even of an expired quote. In the order of the requests; undefined where the person's row is
 * locked, unless it `waits`.
 */
export function acceptInOneCommit(
  present: AcceptServices,
  requests: readonly AcceptRequest[],
  { waits }: { waits: boolean },
): Promise<(Acceptance | undefined)[]> {
  const services = atOneVersion(present);
  return inTransaction(services.db, async (trx) => {
    await trx.client.query(`set local lock_timeout = '${lockTimeout}'`);
    const known = await lockKnown(trx, requests, { waits });
    const judged = requests.map((request) => judge(services, request, known));
    const candidates = judged.flatMap((one) => (one !== undefined && 'order' in one ? [one] : []));
    const accepted = await settle(trx, services, candidates);
    return judged.map((one) => (one !== undefined && 'order' in one ? accepted.get(one) : one));
  });
}

interface Known {
  readonly waits: boolean;
  readonly people: ReadonlyMap<string, UserRow>;
  readonly kept: ReadonlyMap<AcceptRequest, StoredReply | undefined>;
  readonly quotes: ReadonlyMap<string, QuoteRow>;
  readonly references: ReadonlyMap<AssetCode, PriceReference>;
}

async function lockKnown(
  trx: Transaction,
  requests: readonly AcceptRequest[],
  { waits }: { waits: boolean },
): Promise<Known> {
  const sessions = requests.map(({ session }) => session);
  // The person's row serializes calls, so a repeat finds what the first call did.
  const people = await lockCallers(trx, sessions, { waits });
  const keyed = requests.flatMap((request) => {
    const key = keyOf(request);
    return key === undefined ? [] : [{ request, key }];
  });
  const replies = await findStoredReplies(
    trx.client,
    keyed.map(({ key }) => key),
  );
  const asked = requests.map(({ quoteId, session }) => ({ quoteId, userId: session.userId }));
  return {
    waits,
    people,
    kept: new Map(keyed.map(({ request }, index) => [request, replies[index]])),
    quotes: await lockQuotes(trx, asked),
    references: await findReferences(trx.client),
  };
}

function judge(
  services: AcceptServices,
  request: AcceptRequest,
  known: Known,
): Acceptance | Candidate | undefined {
  try {
    return examine(services, request, known);
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}

function examine(
  services: AcceptServices,
  request: AcceptRequest,
  { waits, people, kept, quotes, references }: Known,
): Acceptance | Candidate | undefined {
  const user = people.get(request.session.userId);
  if (user === undefined) {
    if (!waits) return undefined;
    throw new DomainError('Unauthenticated');
  }
  const key = keyOf(request);
  const earlier = kept.get(request);
  if (key !== undefined && earlier !== undefined) {
    return { isRepeat: true, reply: acceptQuoteEndpoint.reply.parse(replyTo(key, earlier)) };
  }
  // A freeze ends all sessions: this one ended while the call was on its way.
  if (isFrozen(user)) throw new DomainError('Unauthenticated');
  const quote = usable(quotes.get(request.quoteId));
  const offer = offerOf(quote);
  const { fromAmount, toAmount } = request.input;
  if (!isSame(offer.from, fromAmount) || !isSame(offer.to, toAmount)) throw new DomainError('QuoteChanged');
  if (hasMoved(services, offer, references)) return { moved: quote };
  return { user, key, order: { tradeId: quote.id, userId: user.id, offer, origin: request.origin } };
}

function keyOf({ session, quoteId, input, idempotencyKey: key }: AcceptRequest): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  const asked = { ...input, quoteId };
  return idempotencyKey({ ownerId: session.userId, call: 'accept-quote', key, input: asked });
}

/** By the database's clock. */
function usable(quote: QuoteRow | undefined): QuoteRow {
  if (quote === undefined) throw new DomainError('QuoteNotFound');
  if (quote.used_at !== null) throw new DomainError('QuoteUsed');
  if (quote.is_expired) throw new DomainError('QuoteExpired');
  return quote;
}

/** By amount: "5" and "5.00" US dollars are the same. */
function isSame({ asset, minorUnits }: Amount, text: string): boolean {
  return parseAmount(asset, text)?.minorUnits === minorUnits;
}

async function settle(
  trx: Transaction,
  services: AcceptServices,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<Candidate, Acceptance>> {
  const orders = candidates.map(({ order }) => order);
  const untouched = await findUntouched(
    trx,
    orders.map(({ userId, offer }) => ({ userId, asset: offer.to.asset })),
  );
  const settlements = await settleTrades(trx, services, orders);
  const acceptances = new Map<Candidate, Acceptance>();
  const settled: SettledTrade[] = [];
  const kept: { key: IdempotencyKey; reply: AcceptReply }[] = [];
  candidates.forEach((candidate, index) => {
    const [settlement, left] = [settlements[index], untouched[index]];
    if (settlement === undefined || left === undefined) throw new Error('a trade was not answered');
    if ('refusal' in settlement) {
      acceptances.set(candidate, settlement);
      return;
    }
    const { user, key } = candidate;
    const reply = presentAccepted(services, { user, untouched: left, ...settlement });
    settled.push(settlement);
    if (key !== undefined) kept.push({ key, reply });
    acceptances.set(candidate, { isRepeat: false, reply });
  });
  await trx.client.query('update quote set used_at = now() where id = any ($1)', [
    settled.map(({ trade }) => trade.id),
  ]);
  await storeReplies(trx, kept);
  return acceptances;
}
