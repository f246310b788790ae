import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import type { FastifyReply } from 'fastify';
import type { Session } from '../../http/caller.ts';
import type { RateLimitName } from '../../http/rate-limit.ts';
import type { Services } from '../../services.ts';
import type { Params } from './params.ts';

/** What a signed call runs with. */
export interface SignedContext {
  readonly services: Services;
  readonly session: Session;
  /** What the key signed, which nobody else can say. */
  readonly signed: string;
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
}

export interface PublicRoute extends RouteBase {
  readonly standsFor: undefined;
  /** That of the call of /v1 that reads the same. No key has part in it: whoever sends none must not spend what keys need. */
  readonly rateLimit: (params: Params) => Extract<RateLimitName, 'market' | 'candles'>;
  readonly prepare: (params: Params) => (services: Services) => Promise<unknown>;
}

export interface SignedRoute extends RouteBase {
  /** The call of /v1 that does the same: whoever may make that one may make this one. */
  readonly standsFor: Pick<Endpoint, 'caller' | 'keyScope'>;
  /** Of the budget of the key and its network. It may depend on what is asked, before it is checked. */
  readonly weight: number | ((params: Params) => number);
  /** It places or changes orders, and counts as such. */
  readonly isOrder?: true;
  /** Reads the parameters first, and does nothing before all of them are read. */
  readonly prepare: (params: Params) => (context: SignedContext, reply: FastifyReply) => Promise<unknown>;
}

export type FacadeRoute = PublicRoute | SignedRoute;

export const isSignedRoute = (route: FacadeRoute): route is SignedRoute => route.standsFor !== undefined;

export const weightOf = ({ weight }: SignedRoute, params: Params): number =>
  typeof weight === 'number' ? weight : weight(params);
