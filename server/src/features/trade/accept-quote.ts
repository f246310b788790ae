import { createHash } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { acceptQuote as acceptQuoteEndpoint, Quote } from '@mercury/contract/api/trade.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { findRepeat, type IdempotencyClaim, type Receipt } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { isFrozen } from '../auth/is-frozen.ts';
import { lockUser } from '../users/lock-user.ts';
import { keepForReply, presentAccepted } from './accept-reply.ts';
import { hasMoved } from './has-moved.ts';
import { makeOffer } from './make-offer.ts';
import type { Offer } from './offer.ts';
import { presentQuote } from './present-quote.ts';
import { insertQuote, lockQuote, offerOf, type QuoteRow } from './queries.ts';
import { settleTrade } from './settle-trade.ts';
import type { TradeOrigin } from './trade-origin.ts';
import { getTradeOfTransfer, type TradeRow } from './trade-record.ts';

type AcceptInput = BodyOf<typeof acceptQuoteEndpoint>;

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
  readonly receipt: Receipt;
  readonly trade: TradeRow;
}

/** The market moved against the house since the offer was made: nothing has happened. */
interface Moved {
  readonly moved: QuoteRow;
}

export type AcceptServices = Pick<Services, 'config' | 'db' | 'events' | 'log' | 'market' | 'rail'>;

type Claim = Omit<IdempotencyClaim, 'context'>;

/**
 * Takes a firm offer at its word: the trade with its posting, its row of history and the key, and that the quote is used,
 * are one commit. A repeat of the key is answered as the first call was, also once the quote has run out.
 * @throws DomainError for what the offer, the balance or a limit refuses; nothing has moved then.
 */
export async function acceptQuote(
  services: AcceptServices,
  request: AcceptRequest,
): Promise<ReplyOf<typeof acceptQuoteEndpoint>> {
  const { userId } = request.session;
  const claim: Claim = {
    ownerId: userId,
    // The books know a person's keys of all calls: the same key elsewhere names another intent. A caller without a key of
    // its own gets one that nobody repeats.
    key: `accept-quote ${request.idempotencyKey ?? uuidv7()}`,
    fingerprint: fingerprintOf(request),
  };
  const accepted = await inTransaction(services.db, (trx) => acceptOnce(trx, services, { request, claim }));
  if ('moved' in accepted) {
    throw new DomainError('QuoteMoved', { quote: await offerAnew(services, accepted.moved) });
  }
  if (!accepted.isRepeat) services.events.publish([{ userId, topics: ['balance', 'transactions'] }]);
  return presentAccepted(services, accepted);
}

async function acceptOnce(
  trx: Transaction,
  services: AcceptServices,
  { request, claim }: { request: AcceptRequest; claim: Claim },
): Promise<Accepted | Moved> {
  // Under the person's row callers take turns, so that a repeat finds what the first call has done.
  const user = await lockUser(trx, request.session);
  const earlier = await findEarlier(trx, claim);
  if (earlier !== undefined) return earlier;
  // A freeze ends all sessions: this one ended while the call was on its way.
  if (isFrozen(user)) throw new DomainError('Unauthenticated');
  const quote = await takeQuote(trx, request);
  const offer = offerOf(quote);
  refuseChanged(offer, request.input);
  if (await hasMoved(trx, services, offer)) return { moved: quote };
  const context = await keepForReply(trx, services, { user, asset: offer.to.asset });
  await trx.client.query('update quote set used_at = now() where id = $1', [quote.id]);
  // Last: from here to the commit all trades of a currency take turns.
  const { receipt, trade } = await settleTrade(trx, services, {
    tradeId: quote.id,
    userId: user.id,
    offer,
    origin: request.origin,
    idempotency: { ...claim, context },
  });
  return { isRepeat: false, receipt, trade };
}

async function findEarlier(trx: Transaction, claim: Claim): Promise<Accepted | undefined> {
  const earlier = await findRepeat(trx.client, claim);
  if (earlier === undefined) return undefined;
  if (!earlier.isPosted) throw new DomainError('IdempotencyKeyReused');
  const trade = await getTradeOfTransfer(trx, earlier.receipt.transferId);
  return { isRepeat: true, receipt: earlier.receipt, trade };
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

/** The same input, however its JSON was written. */
function fingerprintOf({ quoteId, input: { fromAmount, toAmount } }: AcceptRequest): string {
  return createHash('sha256')
    .update(JSON.stringify(['accept-quote', quoteId, fromAmount, toAmount]))
    .digest('hex');
}
