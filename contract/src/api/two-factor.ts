import * as z from 'zod/mini';
import { signedInReply } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { passkeyAssertionSchema, passkeyOptionsShape } from './passkeys.ts';
import { currentPasswordSchema, recoveryCodeSchema, tokenSchema, twoFactorCodeSchema } from './shapes.ts';
import { userShape } from './users.ts';

// The second step of a sign-in. A tempToken opens only these four calls.

export const verifyTwoFactorSignIn = endpoint({
  method: 'POST',
  path: '/auth/2fa/verify',
  tag: 'authentication',
  summary: 'Completes a sign-in with a code of the authenticator app',
  caller: 'anyone',
  body: z.strictObject({ tempToken: tokenSchema, twoFactorCode: twoFactorCodeSchema }),
  status: 200,
  reply: signedInReply,
  errors: ['InvalidTwoFactorCode', 'ChallengeExpired', 'AccountFrozen'],
});

export const recoverTwoFactorSignIn = endpoint({
  method: 'POST',
  path: '/auth/2fa/recovery',
  tag: 'authentication',
  summary: 'Completes a sign-in with a recovery code; its session may set two-factor up anew',
  caller: 'anyone',
  body: z.strictObject({ tempToken: tokenSchema, recoveryCode: recoveryCodeSchema }),
  status: 200,
  reply: signedInReply,
  errors: ['InvalidRecoveryCode', 'ChallengeExpired', 'AccountFrozen'],
});

export const passkeyTwoFactorOptions = endpoint({
  method: 'POST',
  path: '/auth/2fa/passkey-options',
  tag: 'authentication',
  summary: 'What a browser needs to ask for a passkey as the second factor',
  caller: 'anyone',
  body: z.strictObject({ tempToken: tokenSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), options: passkeyOptionsShape }),
  errors: ['ChallengeExpired'],
});

export const passkeyTwoFactorSignIn = endpoint({
  method: 'POST',
  path: '/auth/2fa/passkey',
  tag: 'authentication',
  summary: 'Completes a sign-in with a passkey as the second factor',
  caller: 'anyone',
  body: z.strictObject({ tempToken: tokenSchema, credential: passkeyAssertionSchema }),
  status: 200,
  reply: signedInReply,
  errors: ['PasskeyRefused', 'ChallengeExpired', 'AccountFrozen'],
});

// Managing two-factor while signed in.

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/users/2fa/setup',
  tag: 'account',
  summary: 'Makes a secret for an authenticator app; two-factor is on once a code of it is verified',
  caller: 'verified',
  body: z.strictObject({ password: currentPasswordSchema }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    data: z.strictObject({
      /** In base32, for typing into an authenticator app. */
      secretKey: z.string(),
      /** The otpauth URI in the QR code. */
      qrCodeUrl: z.string(),
    }),
    message: z.string(),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'WrongPassword', 'TwoFactorAlreadyEnabled'],
});

/** Recovery codes are shown only once. */
export const recoveryCodesShape = z.array(z.string());

export const verifyTwoFactor = endpoint({
  method: 'POST',
  path: '/users/2fa/verify',
  tag: 'account',
  summary: 'Turns two-factor on with a code of the secret that was set up; ends all other sessions',
  caller: 'verified',
  body: z.strictObject({ token: twoFactorCodeSchema }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    data: z.strictObject({ user: userShape, recoveryCodes: recoveryCodesShape }),
    message: z.string(),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'InvalidTwoFactorCode', 'TwoFactorNotEnabled'],
});

export const passwordAndCodeBody = z.strictObject({
  password: currentPasswordSchema,
  token: twoFactorCodeSchema,
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/users/2fa/disable',
  tag: 'account',
  summary: 'Turns two-factor off; ends all other sessions',
  caller: 'verified',
  body: passwordAndCodeBody,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    data: z.strictObject({ user: userShape }),
    message: z.string(),
  }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'WrongPassword',
    'InvalidTwoFactorCode',
    'TwoFactorNotEnabled',
  ],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/2fa/recovery-codes',
  tag: 'account',
  summary: 'Makes ten new recovery codes; the old ones open nothing any more',
  caller: 'verified',
  body: passwordAndCodeBody,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    data: z.strictObject({ recoveryCodes: recoveryCodesShape }),
    message: z.string(),
  }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'WrongPassword',
    'InvalidTwoFactorCode',
    'TwoFactorNotEnabled',
  ],
});
