import { limits } from '@mercury/contract/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type FieldError } from '../errors.ts';
import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import type { FindKey, Session, SignedCall } from './caller.ts';
import type { KeyWeights } from './key-weights.ts';
import type { RateLimiter } from './rate-limit.ts';

export interface KeyAdmissionDeps {
  readonly findKey: FindKey;
  readonly keyWeights: KeyWeights;
  readonly rateLimiter: RateLimiter;
}

/** A program's call names its key. A session's token beside it counts for nothing. */
export function isSigned(request: FastifyRequest): boolean {
  return request.headers['api-key'] !== undefined;
}

/**
 * @throws DomainError ValidationFailed, TimestampRefused, SignatureRefused, ApiKeyExpired, NetworkNotAllowed, ScopeMissing,
 * RateLimitExceeded
 */
export async function admitKey(
  { keyScope, keyWeight }: Pick<Endpoint, 'keyScope' | 'keyWeight'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  deps: KeyAdmissionDeps,
): Promise<Session> {
  return admitSignedCall(readSignedCall(request), { keyScope, keyWeight, reply }, deps);
}

/**
 * Whoever signed the call, of a time that is taken.
 * @throws DomainError SignatureRefused, ApiKeyExpired, NetworkNotAllowed, ScopeMissing, RateLimitExceeded
 */
export async function admitSignedCall(
  call: SignedCall,
  {
    keyScope,
    keyWeight = 1,
    reply,
    usedHeader,
  }: {
    readonly keyScope: Endpoint['keyScope'] | undefined;
    readonly keyWeight?: number | undefined;
    readonly reply: FastifyReply;
    readonly usedHeader?: string;
  },
  { findKey, keyWeights, rateLimiter }: KeyAdmissionDeps,
): Promise<Session> {
  const { networkAddress } = call;
  const caller = await findKey(call);
  if (caller === undefined) {
    await rateLimiter.consume('invalidToken', networkAddress);
    throw new DomainError('SignatureRefused');
  }
  const { session, scopes, refusal } = caller;
  // First of all, so that every reply to a key tells what it has left.
  await keyWeights.spend(reply, { keyId: session.id, networkAddress, weight: keyWeight, usedHeader });
  if (refusal !== undefined) throw new DomainError(refusal);
  if (keyScope === undefined || !scopes.includes(keyScope)) throw new DomainError('ScopeMissing');
  return session;
}

/** 32 bytes of an HMAC or 64 of Ed25519, in base64. */
const signaturePattern = /^([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/;

/** @throws DomainError ValidationFailed, TimestampRefused. Both say nothing about the key. */
function readSignedCall(request: FastifyRequest): SignedCall {
  const keyId = readHeader(request, 'Api-Key', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const timestamp = readHeader(request, 'Api-Timestamp', /^[1-9][0-9]{12}$/);
  const window =
    request.headers['api-window'] === undefined
      ? String(limits.signedWindowMs)
      : readHeader(request, 'Api-Window', /^[1-9][0-9]{0,4}$/);
  const signature = readHeader(request, 'Api-Signature', signaturePattern);
  if (Number(window) > limits.signedWindowMaxMs) throw invalid('Api-Window');
  const ageMs = Date.now() - Number(timestamp);
  if (ageMs < -limits.signedAheadMaxMs || ageMs > Number(window)) throw new DomainError('TimestampRefused');
  return {
    keyId,
    // No part but the last can hold a line break, so no two calls have the same text.
    message: [
      keyId,
      timestamp,
      window,
      request.method,
      request.raw.url,
      request.headers['idempotency-key'] ?? '',
      request.bodyText,
    ].join('\n'),
    signature: Buffer.from(signature, 'base64'),
    networkAddress: request.ip,
  };
}

function readHeader(request: FastifyRequest, name: string, pattern: RegExp): string {
  const header = request.headers[name.toLowerCase()];
  if (typeof header === 'string' && pattern.test(header)) return header;
  throw invalid(name);
}

function invalid(field: FieldError['field']): DomainError {
  return new DomainError('ValidationFailed', { fieldErrors: [{ field, key: 'invalid' }] });
}
