import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.ts';
import type { RouteDeps } from '../../feature.ts';
import type { TellBudget } from '../../http/key-weights.ts';
import { admitKey } from '../../http/signed-call.ts';
import { accountRoutes } from './account-routes.ts';
import { marketRoutes } from './market-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { readParams } from './params.ts';
import { Refusal, tell, tellFailure } from './refusals.ts';
import { isSignedRoute, weightOf, type FacadeRoute, type PublicRoute, type SignedRoute } from './route.ts';
import { readSignedRequest, sentTextOf } from './signed-request.ts';

export const facadeRoutes: readonly FacadeRoute[] = [...marketRoutes, ...accountRoutes, ...orderRoutes];

/** Everything below these is spoken to in this manner, refusals included. */
const prefixes = ['/api/', '/sapi/'] as const;

const usedHeader = 'x-mbx-used-weight-1m';

export async function installExchangeFacade(app: FastifyInstance, deps: RouteDeps): Promise<void> {
  app.decorate('refusalWriters', new Map(prefixes.map((prefix) => [prefix, tellFailure])));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (request, body, done) => {
        request.bodyText = body.toString();
        done(null, undefined);
      },
    );
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refusal) return tell(reply, error.told);
      throw error;
    });
    for (const route of facadeRoutes) {
      const { method, path: url } = route;
      scope.route({ method, url, handler: (request, reply) => answer(route, { request, reply }, deps) });
    }
    for (const prefix of prefixes) {
      scope.all(`${prefix}*`, async () => {
        throw new DomainError('NotFound');
      });
    }
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(route: FacadeRoute, exchange: Exchange, deps: RouteDeps): Promise<FastifyReply> {
  const body = await (isSignedRoute(route)
    ? runSigned(route, exchange, deps)
    : runPublic(route, exchange, deps));
  return exchange.reply.header('cache-control', 'no-store').send(body);
}

async function runPublic(
  route: PublicRoute,
  { request }: Exchange,
  { services, rateLimiter }: RouteDeps,
): Promise<unknown> {
  const { query, form } = sentTextOf(request);
  const params = readParams(`${query}&${form}`);
  await rateLimiter.consume(route.rateLimit(params), request.ip);
  const run = route.prepare(params);
  params.refuseUnread();
  return run(services);
}

function tellBudgetIn(reply: FastifyReply): TellBudget {
  return (headers, usedPoints) => void reply.headers({ ...headers, [usedHeader]: usedPoints });
}

/** The key comes first: nothing is said about a call to somebody who may not make it. */
async function runSigned(
  route: SignedRoute,
  { request, reply }: Exchange,
  deps: RouteDeps,
): Promise<unknown> {
  const { query, form } = sentTextOf(request);
  const params = readParams(`${query}&${form}`);
  const call = readSignedRequest(request, params);
  const credential = { call, tellBudget: tellBudgetIn(reply) };
  const endpoint = { ...route.standsFor, keyWeight: weightOf(route, params) };
  const session = await admitKey(endpoint, credential, deps.admission);
  if (endpoint.caller === 'verified' && !session.isEmailVerified) throw new DomainError('EmailNotVerified');
  const run = route.prepare(params);
  params.refuseUnread();
  if (route.isOrder === true) await deps.rateLimiter.consume('order', session.userId);
  return run({ services: deps.services, session, signed: `${call.keyId}?${call.message}` }, reply);
}
