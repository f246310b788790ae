import { errorTraits, type ErrorCode } from '@mercury/contract/errors.ts';
import type { FastifyReply } from 'fastify';
import type { DomainError } from '../../errors.ts';

/** A refusal as Binance's API words it. Clients decide by the code, and some by the words. */
interface Told {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly told: Told;

  constructor(code: number, msg: string, status = 400) {
    super(msg);
    this.told = { status, code, msg };
  }
}

export const refuseSymbol = (): Refusal => new Refusal(-1121, 'Invalid symbol.');
export const refuseKeyFormat = (): Refusal => new Refusal(-2014, 'API-key format invalid.', 401);
export const refuseMissingOrder = (): Refusal => new Refusal(-2013, 'Order does not exist.');
export const refuseFilter = (filter: string): Refusal => new Refusal(-1013, `Filter failure: ${filter}`);

const bad = (code: number, msg: string, status = 400): Told => ({ status, code, msg });
const rejected = (msg: string): Told => bad(-2010, msg);
// Which of them it is, only the key's own person could use.
const notForThisKey = bad(-2015, 'Invalid API-key, IP, or permissions for action.', 401);
const malformed = bad(-1100, 'Illegal characters found in a parameter.');

const toldByCode: Readonly<Partial<Record<ErrorCode, Told>>> = {
  ValidationFailed: malformed,
  MalformedJson: malformed,
  PayloadTooLarge: bad(-1101, 'Too many parameters sent for this endpoint.', 413),
  UnsupportedMediaType: bad(
    -1020,
    'Parameters are sent in the query or as application/x-www-form-urlencoded.',
    415,
  ),
  NotFound: bad(-1020, 'This operation is not supported.', 404),
  // An unknown key or a wrong signature: the reply does not say which.
  SignatureRefused: bad(-1022, 'Signature for this request is not valid.'),
  ApiKeyExpired: notForThisKey,
  NetworkNotAllowed: notForThisKey,
  ScopeMissing: notForThisKey,
  EmailNotVerified: notForThisKey,
  Unauthenticated: notForThisKey,
  AccountFrozen: notForThisKey,
  InsufficientBalance: rejected('Account has insufficient balance for requested action.'),
  OrderWouldTrade: rejected('Order would immediately match and take.'),
  OrderWouldTrigger: rejected('Stop price would trigger immediately.'),
  IdempotencyKeyReused: rejected('Duplicate order sent.'),
  MarketPostOnly: rejected('The market takes only orders that rest for now.'),
  MarketClosed: bad(-1013, 'Market is closed.'),
  AmountOutOfRange: bad(-1013, 'Filter failure: LOT_SIZE'),
  OrderPriceTooFar: bad(-1013, 'Filter failure: PERCENT_PRICE'),
  TooManyOpenOrders: bad(-1013, 'Filter failure: MAX_NUM_ORDERS'),
  OrderNotOpen: bad(-2011, 'Unknown order sent.'),
  RateLimitExceeded: bad(-1003, 'Too many requests; wait for the seconds in Retry-After.', 429),
  ServerError: bad(-1000, 'An unknown error occurred while processing the request.', 500),
};

const busy = 'Server is currently overloaded with other requests. Please try again in a few minutes.';
const retryAfterSecondsDefault = 1;

export function tellFailure(reply: FastifyReply, failure: DomainError): FastifyReply {
  const { status } = errorTraits[failure.code];
  if (status === 429 || status === 503) {
    void reply.header('retry-after', failure.retryAfterSeconds ?? retryAfterSecondsDefault);
  }
  return tell(
    reply,
    toldByCode[failure.code] ?? (status === 503 ? bad(-1008, busy, 503) : rejected(failure.code)),
  );
}

export function tell(reply: FastifyReply, { status, code, msg }: Told): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ code, msg });
}
