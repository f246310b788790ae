import { endApiKey } from '@mercury/contract/api/api-keys.ts';
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
    if (readingMethods.has(method) || !isDiskShort()) return undefined;
    if (protectingCalls.has(`${method} ${routeOptions.url}`)) return undefined;
    return sendError(request, reply, new DomainError('Busy', { retryAfterSeconds }));
  });
}
