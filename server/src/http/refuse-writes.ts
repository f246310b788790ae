import { endApiKey } from '@mercury/contract/api/api-keys.ts';
import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import { logout, logoutByHash } from '@mercury/contract/api/auth.ts';
import { cancelAllOrders, cancelOrder } from '@mercury/contract/api/orders.ts';
import {
  endOtherSessions,
  endSession,
  freezeAccount,
  undoEmailChange,
} from '@mercury/contract/api/security.ts';
import { cancelWithdrawal, cancelWithdrawalByLink } from '@mercury/contract/api/withdrawals.ts';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';
import { sendError } from './error-reply.ts';

// Methods that only read (RFC 9110, 9.2.1).
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

// Small writes that protect an account from an intruder: these cannot wait for the disk.
const protectingCalls: ReadonlySet<string> = new Set([
  ...[
    freezeAccount,
    undoEmailChange,
    logout,
    logoutByHash,
    endSession,
    endOtherSessions,
    cancelWithdrawal,
    cancelWithdrawalByLink,
    endApiKey,
    cancelOrder,
    cancelAllOrders,
  ].map(({ method, path }) => `${method} /v1${path}`),
  'DELETE /api/v3/order',
  'DELETE /api/v3/openOrders',
]);

const retryAfterSeconds = 30;

/**
 * While the disk is short, writes get "try again later", except those that protect an account. Reads go on. It replies instead of
 * throwing: the log is on the same disk, and nothing limits the number of these calls.
 */
export function refuseWritesWhile(app: FastifyInstance, isDiskShort: () => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, routeOptions } = request;
    if (!isDiskShort() || mayGoOn(method, routeOptions.url)) return undefined;
    return sendError(request, reply, diskIsShort());
  });
}

function mayGoOn(method: string, url: string | undefined): boolean {
  return readingMethods.has(method) || protectingCalls.has(`${method} ${url}`);
}

function diskIsShort(): DomainError {
  return new DomainError('Busy', { retryAfterSeconds });
}

/** The same for a call that came another way. @throws DomainError Busy */
export function refuseWriteWhile(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  isDiskShort: () => boolean,
): void {
  if (isDiskShort() && !mayGoOn(method, `/v1${path}`)) throw diskIsShort();
}
