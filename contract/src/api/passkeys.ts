import * as z from 'zod/mini';
import { signedInReply } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { passkeyShape } from './passkey-shape.ts';
import { proofBody } from './security.ts';
import { idSchema, key, labelSchema, successReply, tokenSchema } from './shapes.ts';

/** Options for navigator.credentials in the JSON form of WebAuthn (Level 3, 5.1.8 and 5.1.9). Browsers know the fields. */
export const passkeyOptionsShape = z.record(z.string(), z.unknown());
export type PasskeyOptions = z.output<typeof passkeyOptionsShape>;

const base64url = z.string(key('invalid')).check(z.regex(/^[A-Za-z0-9_-]*$/, key('invalid')));
const extensionResults = z.record(z.string(), z.unknown());
const attachment = z.optional(z.string());

/** The browser's answer when a passkey is used (AuthenticationResponseJSON). */
export const passkeyAssertionSchema = z.strictObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key', key('invalid')),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>;

/** The browser's answer when a passkey is made (RegistrationResponseJSON). */
export const passkeyAttestationSchema = z.strictObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key', key('invalid')),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    authenticatorData: z.optional(base64url),
    transports: z.optional(z.array(z.string())),
    publicKeyAlgorithm: z.optional(z.number()),
    publicKey: z.optional(base64url),
  }),
});
export type PasskeyAttestation = z.output<typeof passkeyAttestationSchema>;

export const passkeySignInOptions = endpoint({
  method: 'POST',
  path: '/auth/passkey-options',
  tag: 'authentication',
  summary: 'What a browser needs to offer its passkeys for a sign-in; names nobody',
  caller: 'anyone',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    options: passkeyOptionsShape,
    /** Sent back with the passkey's answer. Valid for one answer, for five minutes. */
    challengeToken: z.string(),
  }),
  errors: [],
});

export const passkeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  tag: 'authentication',
  summary: 'Signs in with a passkey that verified its person, in the place of password and second factor',
  caller: 'anyone',
  body: z.strictObject({
    challengeToken: tokenSchema,
    credential: passkeyAssertionSchema,
    rememberMe: z.optional(z.boolean()),
  }),
  status: 200,
  reply: signedInReply,
  errors: ['InvalidCredentials', 'AccountFrozen'],
});

export const createPasskeyOptions = endpoint({
  method: 'POST',
  path: '/users/passkeys/options',
  tag: 'account',
  summary:
    'What a browser needs to make a passkey for this account: for the code where two-factor is on, else for the password',
  caller: 'verified',
  // A fresh session is not enough: a thief of the session token may not have the password.
  body: proofBody,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    options: passkeyOptionsShape,
    challengeToken: z.string(),
  }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'WrongPassword',
    'TwoFactorCodeRequired',
    'InvalidTwoFactorCode',
    'TooManyPasskeys',
  ],
});

export const createPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys',
  tag: 'account',
  summary: 'Keeps a passkey that the browser has made for such options, which were the proof',
  caller: 'verified',
  body: z.strictObject({
    challengeToken: tokenSchema,
    name: labelSchema,
    credential: passkeyAttestationSchema,
  }),
  status: 201,
  reply: z.strictObject({ success: z.literal(true), passkey: passkeyShape, message: z.string() }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'WrongPassword',
    'InvalidTwoFactorCode',
    'PasskeyRefused',
    'PasskeyExists',
    'TooManyPasskeys',
  ],
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/users/passkeys',
  tag: 'account',
  summary: 'The passkeys of the account',
  caller: 'verified',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), passkeys: z.array(passkeyShape) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/users/passkeys/:id',
  tag: 'account',
  summary: 'Removes a passkey: it signs nobody in any more',
  caller: 'verified',
  needsProof: true,
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: successReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'ProofRequired', 'NotFound'],
});
