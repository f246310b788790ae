import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { ApiKey, ApiKeyKind } from '@mercury/contract/api/api-keys.ts';
import type { Endpoint, KeyScope } from '@mercury/contract/api/endpoint.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import { succeeded, type CallOptions, type TestApp, type TestReply } from './app.ts';
import type { SignedInPerson } from './person.ts';

export interface TestKey extends ApiKey {
  /** As a program does it, in base64. */
  readonly signText: (text: string) => string;
  /** What its person keeps: the private key as PEM, or the secret. */
  readonly kept: string;
}

interface KeyChoice {
  readonly kind?: ApiKeyKind;
  readonly scopes?: readonly KeyScope[];
  readonly allowedNetworks?: readonly string[];
}

/** Made over HTTP by the person's session, which is proved for it. */
export async function makeApiKey(
  testApp: TestApp,
  { user, token }: Pick<SignedInPerson, 'user' | 'token'>,
  { kind = 'ed25519', scopes = ['read'], allowedNetworks }: KeyChoice = {},
): Promise<TestKey> {
  await testApp.db.pool.query('update session set proved_at = now() where user_id = $1', [user.id]);
  const pair = kind === 'ed25519' ? generateKeyPairSync('ed25519') : undefined;
  const publicKey = pair?.publicKey.export({ format: 'pem', type: 'spki' });
  const reply = await testApp.call('POST', '/api-keys', {
    token,
    body: {
      name: 'Bot',
      kind,
      scopes,
      ...(publicKey !== undefined && { publicKey }),
      ...(allowedNetworks !== undefined && { allowedNetworks }),
    },
  });
  const { key, secret } = succeeded(endpoints.createApiKey, reply);
  if (pair !== undefined) {
    return {
      ...key,
      signText: (text) => sign(null, Buffer.from(text), pair.privateKey).toString('base64'),
      kept: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    };
  }
  if (secret === undefined) throw new Error('an hmac key came without its secret');
  return {
    ...key,
    signText: (text) => createHmac('sha256', secret).update(text).digest('base64'),
    kept: secret,
  };
}

type Method = Endpoint['method'];

interface SignedOptions extends Omit<CallOptions, 'token'> {
  readonly timestamp?: number;
  readonly window?: number;
  /** What is signed in the place of the call itself. */
  readonly signed?: { readonly method?: Method; readonly path?: string; readonly body?: unknown };
}

/** `path` is below /v1, with its query. */
export function signedHeaders(
  key: Pick<TestKey, 'id' | 'signText'>,
  call: { readonly method: Method; readonly path: string; readonly body?: unknown },
  {
    timestamp = Date.now(),
    window,
    idempotencyKey = '',
  }: Pick<SignedOptions, 'timestamp' | 'window'> & { readonly idempotencyKey?: string | undefined } = {},
): Readonly<Record<string, string>> {
  const body = call.body === undefined ? '' : JSON.stringify(call.body);
  const text = [key.id, timestamp, window ?? 5000, call.method, `/v1${call.path}`, idempotencyKey, body].join(
    '\n',
  );
  return {
    'api-key': key.id,
    'api-timestamp': String(timestamp),
    'api-signature': key.signText(text),
    ...(window !== undefined && { 'api-window': String(window) }),
  };
}

export function callSigned(
  testApp: TestApp,
  key: Pick<TestKey, 'id' | 'signText'>,
  [method, path]: readonly [Method, string],
  { signed, timestamp, window, headers, ...options }: SignedOptions = {},
): Promise<TestReply> {
  const asSigned = { method, path, ...('body' in options && { body: options.body }), ...signed };
  const time = { ...(timestamp !== undefined && { timestamp }), ...(window !== undefined && { window }) };
  return testApp.call(method, path, {
    ...options,
    headers: {
      ...signedHeaders(key, asSigned, { ...time, idempotencyKey: headers?.['idempotency-key'] }),
      ...headers,
    },
  });
}
