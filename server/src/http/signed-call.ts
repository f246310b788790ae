import { createHash } from 'node:crypto';
import { limits } from '@mercury/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import { DomainError, type FieldError } from '../errors.ts';
import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import type { FindKey, Session, SignedCall } from './caller.ts';
import type { KeyWeights, TellBudget } from './key-weights.ts';
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

export interface SignedCredential {
  readonly call: SignedCall;
  readonly tellBudget?: TellBudget;
}

/** @throws DomainError SignatureRefused, ApiKeyExpired, NetworkNotAllowed, ScopeMissing, RateLimitExceeded */
export async function admitKey(
  { keyScope, keyWeight = 1 }: Pick<Endpoint, 'keyScope' | 'keyWeight'>,
  { call, tellBudget }: SignedCredential,
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
  await keyWeights.spend({ keyId: session.id, networkAddress, weight: keyWeight }, tellBudget);
  if (refusal !== undefined) throw new DomainError(refusal);
  if (keyScope === undefined || !scopes.includes(keyScope)) throw new DomainError('ScopeMissing');
  return session;
}

export const keyIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** 32 bytes of an HMAC or 64 of Ed25519, in base64. */
const signaturePattern = /^([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/;

/** @throws DomainError ValidationFailed, TimestampRefused. Both say nothing about the key. */
export function readSignedCall(request: FastifyRequest): SignedCall {
  const keyId = readHeader(request, 'Api-Key', keyIdPattern);
  const timestamp = readHeader(request, 'Api-Timestamp', /^[1-9][0-9]{12}$/);
  const window =
    request.headers['api-window'] === undefined
      ? undefined
      : readHeader(request, 'Api-Window', /^[1-9][0-9]{0,4}$/);
  const signature = readHeader(request, 'Api-Signature', signaturePattern);
  if (Number(window) > limits.signedWindowMaxMs) throw invalid('Api-Window');
  return signedCallOf({
    keyId,
    timestamp,
    window,
    signature,
    parts: [
      request.method,
      request.raw.url ?? '',
      String(request.headers['idempotency-key'] ?? ''),
      request.bodyText,
    ],
    networkAddress: request.ip,
  });
}

/** Of an admitted call: whoever sends a recorded one once more has the same, and no other call has. */
export function nameOfSignedCall({ headers, method, raw, bodyText }: FastifyRequest): string {
  return nameFor([headers['api-key'], headers['api-timestamp'], method, raw.url, bodyText].join('\n'));
}

/** What is made under it by a call that is sent twice is made once. */
export function nameFor(signed: string): string {
  return createHash('sha256').update(signed).digest('base64url').slice(0, 22);
}

/** @throws DomainError TimestampRefused */
export function signedCallOf({
  keyId,
  timestamp,
  window = String(limits.signedWindowMs),
  signature,
  parts,
  networkAddress,
}: {
  readonly keyId: string;
  readonly timestamp: string;
  readonly window: string | undefined;
  readonly signature: string;
  /** Method, path, idempotency key and body. No part but the last can hold a line break, so no two calls have the same text. */
  readonly parts: readonly [string, string, string, string];
  readonly networkAddress: string;
}): SignedCall {
  const ageMs = Date.now() - Number(timestamp);
  if (ageMs < -limits.signedAheadMaxMs || ageMs > Number(window)) throw new DomainError('TimestampRefused');
  return {
    keyId,
    message: [keyId, timestamp, window, ...parts].join('\n'),
    signature: Buffer.from(signature, 'base64'),
    networkAddress,
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
