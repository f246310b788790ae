import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { acceptQuote as acceptQuoteEndpoint, Quote } from '@mercury/contract/api/trade.ts';
import pLimit from 'p-limit';
import { v7 as uuidv7 } from 'uuid';
import { CommitUnknownError, isDatabaseUnavailable, isLockTimeout } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import {
  acceptInOneCommit,
  type Acceptance,
  type AcceptRequest,
  type AcceptServices,
} from './accept-in-one-commit.ts';
import { makeOffer } from './make-offer.ts';
import { presentQuote } from './present-quote.ts';
import { insertQuote, offerOf, type QuoteRow } from './queries.ts';

type AcceptReply = ReplyOf<typeof acceptQuoteEndpoint>;

/** A larger batch saves hardly any time per trade, and everyone in it waits longer. */
const batchMax = 64;

/** Some seconds of work. */
const waitingMax = 2048;

/** These may wait for a lock, and must not use up the pool's connections. */
const aloneMax = 4;

interface Waiting {
  readonly request: AcceptRequest;
  readonly resolve: (acceptance: Acceptance) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Acceptances that arrive together share one commit, as postings do: trades of a currency take turns, and a commit for many costs
 * as much as for one. A DomainError means that no money has moved.
 */
export function createQuoteAcceptance(
  services: AcceptServices,
): (request: AcceptRequest) => Promise<AcceptReply> {
  let waiting: Waiting[] = [];
  let isBatchOnItsWay = false;
  const alone = pLimit(aloneMax);

  /** The oldest, one per person: a second request then finds what the first one did. */
  function takeBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    for (const one of waiting) {
      const { userId } = one.request.session;
      if (batch.size < batchMax && !batch.has(userId)) batch.set(userId, one);
    }
    const taken = new Set(batch.values());
    waiting = waiting.filter((one) => !taken.has(one));
    return [...taken];
  }

  async function acceptWaiting(): Promise<void> {
    isBatchOnItsWay = true;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) await acceptBatch(batch);
    isBatchOnItsWay = false;
  }

  async function acceptBatch(batch: readonly Waiting[]): Promise<void> {
    const acceptAlone = (one: Waiting): void => void alone(() => acceptByItself(services, one));
    try {
      const requests = batch.map(({ request }) => request);
      const acceptances = await acceptInOneCommit(services, requests, { waits: false });
      batch.forEach((one, index) => {
        const acceptance = acceptances[index];
        // The person's row is locked. The others do not wait for it.
        if (acceptance === undefined) acceptAlone(one);
        else one.resolve(acceptance);
      });
    } catch (error) {
      // One bad acceptance or locked account fails the whole batch, so each is tried alone; not on an unavailable database, and
      // never with an unknown outcome.
      const isAvailable = isLockTimeout(error) || !isDatabaseUnavailable(error);
      for (const one of batch) {
        if (isAvailable && !(error instanceof CommitUnknownError)) acceptAlone(one);
        else one.reject(error);
      }
    }
  }

  return async (request) => {
    if (waiting.length + alone.pendingCount >= waitingMax) throw new DomainError('Busy');
    const acceptance = await new Promise<Acceptance>((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (!isBatchOnItsWay) void acceptWaiting();
    });
    return answer(services, request, acceptance);
  };
}

async function acceptByItself(
  services: AcceptServices,
  { request, resolve, reject }: Waiting,
): Promise<void> {
  try {
    const [acceptance] = await acceptInOneCommit(services, [request], { waits: true });
    if (acceptance === undefined) throw new Error('an acceptance was not answered');
    resolve(acceptance);
  } catch (error) {
    reject(error);
  }
}

async function answer(
  services: AcceptServices,
  { session }: AcceptRequest,
  acceptance: Acceptance,
): Promise<AcceptReply> {
  if ('refusal' in acceptance) throw acceptance.refusal;
  if ('moved' in acceptance) {
    throw new DomainError('QuoteMoved', { quote: await offerAnew(services, acceptance.moved) });
  }
  if (!acceptance.isRepeat) {
    services.events.publish([{ userId: session.userId, topics: ['balance', 'transactions', 'notices'] }]);
  }
  return acceptance.reply;
}

/** At present prices; undefined if there is none to trade at. It may call the market. */
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
