import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { acceptQuote as acceptQuoteEndpoint, type Quote } from '@mercury/contract/api/trade.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { isFrozen } from '../../identity/person/frozen.ts';
import { lockUser } from '../../identity/person/locks.ts';
import { findReply, idempotencyKey, keepReply, type IdempotencyKey } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { findUntouched, presentAccepted } from './accept-reply.ts';
import { hasMoved } from './has-moved.ts';
import { makeOffer } from './make-offer.ts';
import type { Offer } from './offer.ts';
import { presentQuote } from './present-quote.ts';
import { insertQuote, lockQuote, offerOf, type QuoteRow } from './queries.ts';
import { settleTrade } from './settle-trade.ts';
import type { TradeOrigin } from './trade-origin.ts';

type AcceptInput = BodyOf<typeof acceptQuoteEndpoint>;
type AcceptReply = ReplyOf<typeof acceptQuoteEndpoint>;

export interface AcceptRequest {
  readonly session: Session;
  readonly quoteId: string;
  /** What the person saw and confirmed. */
  readonly input: AcceptInput;
  readonly idempotencyKey: string | undefined;
  readonly origin: TradeOrigin;
}

interface Accepted {
  readonly isRepeat: boolean;
  readonly reply: AcceptReply;
}

/** The market moved against the house since the offer was made: nothing has happened. */
interface Moved {
  readonly moved: QuoteRow;
}

export type AcceptServices = Pick<Services, 'config' | 'db' | 'events' | 'log' | 'market' | 'rail'>;

/**
 * Takes a firm offer at its word: the trade with its posting and its row of history, that the quote is used, and the key with
 * the reply are one commit. A repeat of the key is answered as the first call was, also once the quote has run out.
 * @throws DomainError for what the offer, the balance or a limit refuses; nothing has moved then.
 */
export async function acceptQuote(services: AcceptServices, request: AcceptRequest): Promise<AcceptReply> {
  const { userId } = request.session;
  const accepted = await inTransaction(services.db, (trx) => acceptOnce(trx, services, request));
  if ('moved' in accepted) {
    throw new DomainError('QuoteMoved', { quote: await offerAnew(services, accepted.moved) });
  }
  if (!accepted.isRepeat) services.events.publish([{ userId, topics: ['balance', 'transactions'] }]);
  return accepted.reply;
}

async function acceptOnce(
  trx: Transaction,
  services: AcceptServices,
  request: AcceptRequest,
): Promise<Accepted | Moved> {
  // Under the person's row callers take turns, so that a repeat finds what the first call has done.
  const user = await lockUser(trx, request.session);
  const key = keyOf(request);
  const earlier = key && (await findReply(trx.client, key));
  if (earlier !== undefined) return { isRepeat: true, reply: acceptQuoteEndpoint.reply.parse(earlier) };
  // A freeze ends all sessions: this one ended while the call was on its way.
  if (isFrozen(user)) throw new DomainError('Unauthenticated');
  const quote = await takeQuote(trx, request);
  const offer = offerOf(quote);
  refuseChanged(offer, request.input);
  if (await hasMoved(trx, services, offer)) return { moved: quote };
  const untouched = await findUntouched(trx, { userId: user.id, asset: offer.to.asset });
  await trx.client.query('update quote set used_at = now() where id = $1', [quote.id]);
  // From here to the commit all trades of a currency take turns: what need not wait until then stands before.
  const { receipt, trade } = await settleTrade(trx, services, {
    tradeId: quote.id,
    userId: user.id,
    offer,
    origin: request.origin,
  });
  const reply = presentAccepted(services, { user, untouched, receipt, trade });
  if (key !== undefined) await keepReply(trx, key, reply);
  return { isRepeat: false, reply };
}

function keyOf({ session, quoteId, input, idempotencyKey: key }: AcceptRequest): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  const asked = { ...input, quoteId };
  return idempotencyKey({ ownerId: session.userId, call: 'accept-quote', key, input: asked });
}

/** The caller's own, neither used nor run out by the database's clock, and nobody else's until the transaction ends. */
async function takeQuote(
  trx: Transaction,
  { session, quoteId }: Pick<AcceptRequest, 'session' | 'quoteId'>,
): Promise<QuoteRow> {
  const quote = await lockQuote(trx, quoteId);
  if (quote === undefined || quote.user_id !== session.userId) throw new DomainError('QuoteNotFound');
  if (quote.used_at !== null) throw new DomainError('QuoteUsed');
  if (quote.is_expired) throw new DomainError('QuoteExpired');
  return quote;
}

/** Compared as amounts: "5" and "5.00" US dollars are the same. */
function refuseChanged({ from, to }: Offer, seen: AcceptInput): void {
  if (!isSame(from, seen.fromAmount) || !isSame(to, seen.toAmount)) throw new DomainError('QuoteChanged');
}

function isSame({ asset, minorUnits }: Amount, text: string): boolean {
  return parseAmount(asset, text)?.minorUnits === minorUnits;
}

/** The same at the prices of this moment; undefined where there are none to trade at. It may ask the market. */
async function offerAnew(services: AcceptServices, quote: QuoteRow): Promise<Quote | undefined> {
  const { type, from, to } = offerOf(quote);
  const askedSide = quote.asked_side;
  try {
    const amount = askedSide === 'from' ? from : to;
    const offer = await makeOffer(services, { type, fromAsset: from.asset, toAsset: to.asset, amount });
    const row = { id: uuidv7(), userId: quote.user_id, offer, askedSide };
    return presentQuote(await insertQuote(services.db.pool, row));
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
