import { logout, logoutByHash } from '@mercury/contract/api/auth.ts';
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

// What only asks (RFC 9110, 9.2.1).
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

// Small writes that keep an account from whoever has got into it: these can't wait for the disk.
const protectingCalls: ReadonlySet<string> = new Set(
  [
    freezeAccount,
    undoEmailChange,
    logout,
    logoutByHash,
    endSession,
    endOtherSessions,
    cancelWithdrawal,
    cancelWithdrawalByLink,
  ].map(({ method, path }) => `${method} /v1${path}`),
);

const retryAfterSeconds = 30;

/**
 * While the disk is short, whatever would write is told to come again later, but what protects; what reads is answered. Not
 * thrown: the log lies on the same disk, and nothing limits how often this is called.
 */
export function refuseWritesWhile(app: FastifyInstance, isDiskShort: () => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, routeOptions } = request;
    if (readingMethods.has(method) || !isDiskShort()) return undefined;
    if (protectingCalls.has(`${method} ${routeOptions.url}`)) return undefined;
    return sendError(request, reply, new DomainError('Busy', { retryAfterSeconds }));
  });
}
