import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';
import {
  emailSchema,
  key,
  localeSchema,
  passwordSchema,
  successReply,
  tokenSchema,
  twoFactorCodeSchema,
  usernameSchema,
  verificationCodeSchema,
} from './shapes.ts';
import { userShape } from './users.ts';

/** Form and server share it, so both give the same messages. */
export const registerBody = z
  .strictObject({
    username: usernameSchema,
    email: emailSchema,
    password: passwordSchema,
    confirmPassword: z.string(key('required')).check(z.maxLength(limits.passwordLengthMax, key('tooLong'))),
    acceptedTerms: z.optional(z.boolean()),
    locale: z.optional(localeSchema),
  })
  .check(
    z.refine((body) => body.password === body.confirmPassword, {
      error: key('passwordMismatch'),
      path: ['confirmPassword'],
    }),
  );

/** Before the proof of the email. The same whether or not the email was taken. */
export const registeredUserShape = z.strictObject({
  username: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.literal(false),
  twoFactorEnabled: z.literal(false),
});

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  tag: 'authentication',
  summary: 'Registers an account and mails a verification code',
  caller: 'anyone',
  body: registerBody,
  status: 201,
  reply: z.strictObject({
    success: z.literal(true),
    data: z.strictObject({ user: registeredUserShape }),
    message: z.string(),
  }),
  errors: ['UsernameTaken'],
});

/** A session has begun. Its token is shown only once. */
export const signedInReply = z.strictObject({
  success: z.literal(true),
  token: z.string(),
  user: userShape,
  message: z.string(),
});
export type SignedIn = z.output<typeof signedInReply>;

export const secondFactorMethods = ['code', 'recovery', 'passkey'] as const;

/** The password was right and two-factor is on. The token opens /auth/2fa/* only. */
export const twoFactorChallengeReply = z.strictObject({
  success: z.literal(true),
  requiresTwoFactor: z.literal(true),
  tempToken: z.string(),
  /** The second factors that the account has. */
  twoFactorMethods: z.array(z.enum(secondFactorMethods)),
  message: z.string(),
});
export type TwoFactorChallenge = z.output<typeof twoFactorChallengeReply>;

const loginPasswordSchema = z
  .string(key('required'))
  .check(
    z.minLength(limits.passwordLengthMin, key('passwordMinLength')),
    z.maxLength(limits.passwordLengthMax, key('tooLong')),
  );

/** Each field has its own message, so each form its own schema. */
export const emailLoginBody = z.strictObject({
  email: emailSchema,
  password: loginPasswordSchema,
  rememberMe: z.optional(z.boolean()),
});
export const usernameLoginBody = z.strictObject({
  username: z
    .string(key('required'))
    .check(
      z.minLength(limits.usernameLengthMin, key('usernameMinLength')),
      z.maxLength(limits.usernameLengthMax, key('tooLong')),
    ),
  password: loginPasswordSchema,
  rememberMe: z.optional(z.boolean()),
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  tag: 'authentication',
  summary: 'Signs in by email or by username',
  caller: 'anyone',
  body: z
    .strictObject({
      email: z.optional(emailSchema),
      username: z.optional(usernameLoginBody.shape.username),
      password: loginPasswordSchema,
      rememberMe: z.optional(z.boolean()),
      /** With two-factor on, a right code completes the sign-in; without one the challenge starts. */
      twoFactorCode: z.optional(twoFactorCodeSchema),
    })
    .check(
      z.refine((body) => (body.email === undefined) !== (body.username === undefined), {
        error: key('required'),
        path: ['email'],
      }),
    ),
  status: 200,
  reply: z.union([signedInReply, twoFactorChallengeReply]),
  errors: ['InvalidCredentials', 'AccountFrozen', 'InvalidTwoFactorCode'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  tag: 'authentication',
  summary: 'Ends the session',
  caller: 'signedIn',
  status: 200,
  reply: successReply,
  errors: ['Unauthenticated'],
});

export const logoutByHash = endpoint({
  method: 'POST',
  path: '/auth/logout-by-hash',
  tag: 'authentication',
  summary:
    'Ends the session of a token that was thrown away, by its SHA-256 in hexadecimal; says the same where there is none',
  caller: 'anyone',
  body: z.strictObject({
    tokenHash: z.string(key('required')).check(z.regex(/^[0-9a-f]{64}$/, key('invalid'))),
  }),
  status: 200,
  reply: successReply,
  errors: [],
});

export const verifyEmail = endpoint({
  method: 'GET',
  path: '/auth/verify-email',
  tag: 'authentication',
  summary: 'Verifies an email, of a new account or a changed one, by the token of its link; signs nobody in',
  caller: 'anyone',
  query: z.strictObject({ token: tokenSchema }),
  status: 200,
  reply: successReply,
  errors: ['InvalidOrExpiredToken'],
});

/** Several accounts may register with one email. A caller names theirs, so that no other account's code is mistaken for it. */
const rivalUsernameSchema = z.optional(usernameSchema);

export const verifyCode = endpoint({
  method: 'POST',
  path: '/auth/verify-code',
  tag: 'authentication',
  summary: 'Verifies an email by the mailed code; the one that first verifies an account also signs in',
  caller: 'anyone',
  body: z.strictObject({ email: emailSchema, code: verificationCodeSchema, username: rivalUsernameSchema }),
  status: 200,
  reply: signedInReply,
  errors: ['InvalidOrExpiredCode'],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/resend-verification',
  tag: 'authentication',
  summary: 'Mails a new verification code, if that email waits for one; the reply never tells',
  caller: 'anyone',
  body: z.strictObject({ email: emailSchema, username: rivalUsernameSchema }),
  status: 200,
  reply: successReply,
  errors: [],
});
