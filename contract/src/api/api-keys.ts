import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint, keyScopes } from './endpoint.ts';
import { idSchema, key, labelSchema, timeSchema } from './shapes.ts';

/** ed25519: the program signs with a private key that only it has. hmac: both sides know one secret. */
const apiKeyKinds = ['ed25519', 'hmac'] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

const apiKeyShape = z.strictObject({
  /** What a signed call names in `Api-Key`. It is no secret. */
  id: idSchema,
  name: z.string(),
  kind: z.enum(apiKeyKinds),
  scopes: z.array(z.enum(keyScopes)),
  /** In CIDR notation; empty: it may be used from anywhere. */
  allowedNetworks: z.array(z.string()),
  createdAt: timeSchema,
  /** To the minute; null before its first call. */
  lastUsedAt: z.nullable(timeSchema),
  /** It ends then, unless it is renewed; null for a key with an allow-list. */
  expiresAt: z.nullable(timeSchema),
});
export type ApiKey = z.output<typeof apiKeyShape>;

/** One address, or a network in CIDR notation. The server checks that it is one. */
const networkSchema = z
  .string(key('invalidNetwork'))
  .check(
    z.trim(),
    z.maxLength(limits.networkLengthMax, key('invalidNetwork')),
    z.regex(/^[0-9A-Fa-f:.]+(\/[0-9]{1,3})?$/, key('invalidNetwork')),
  );

const apiKeyBody = z
  .strictObject({
    name: labelSchema,
    kind: z.enum(apiKeyKinds, key('invalid')),
    /** Of an ed25519 key: the public half as PEM (RFC 8410). */
    publicKey: z.optional(
      z
        .string(key('invalidPublicKey'))
        .check(
          z.trim(),
          z.maxLength(limits.publicKeyLengthMax, key('invalidPublicKey')),
          z.regex(
            /^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/,
            key('invalidPublicKey'),
          ),
        ),
    ),
    scopes: z
      .array(z.enum(keyScopes, key('invalid')), key('invalid'))
      .check(z.minLength(1, key('required')), z.maxLength(keyScopes.length, key('invalid'))),
    allowedNetworks: z.optional(
      z
        .array(networkSchema, key('invalidNetwork'))
        .check(z.maxLength(limits.apiKeyNetworksMax, key('tooLong'))),
    ),
  })
  .check(
    z.refine(({ kind, publicKey }) => (kind === 'ed25519') === (publicKey !== undefined), {
      error: key('invalidPublicKey'),
      path: ['publicKey'],
    }),
    // Whoever steals such a key must not be able to use it from elsewhere.
    z.refine(
      ({ scopes, allowedNetworks = [] }) => !scopes.includes('withdraw') || allowedNetworks.length > 0,
      { error: key('required'), path: ['allowedNetworks'] },
    ),
  );

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-keys',
  tag: 'account',
  summary: 'The API keys of the account, newest first',
  caller: 'verified',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), keys: z.array(apiKeyShape) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-keys',
  tag: 'account',
  summary:
    'Makes a key with which a program signs its calls; the secret of an hmac key is in this reply only. The scope withdraw wants two-factor on and an allow-list of networks',
  caller: 'verified',
  needsProof: true,
  body: apiKeyBody,
  status: 201,
  reply: z.strictObject({
    success: z.literal(true),
    key: apiKeyShape,
    /** Of an hmac key. It is shown this once. */
    secret: z.optional(z.string()),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'ProofRequired', 'TwoFactorNotEnabled', 'TooManyApiKeys'],
});

export const renewApiKey = endpoint({
  method: 'POST',
  path: '/api-keys/:id/renew',
  tag: 'account',
  summary: 'Lets a key without an allow-list live for another 90 days from now',
  caller: 'verified',
  needsProof: true,
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), key: apiKeyShape }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'ProofRequired', 'NotFound'],
});

export const endApiKey = endpoint({
  method: 'DELETE',
  path: '/api-keys/:id',
  tag: 'account',
  summary: 'Ends a key at once: nothing that it signs is taken any more',
  caller: 'verified',
  params: z.strictObject({ id: idSchema }),
  status: 204,
  reply: null,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});
