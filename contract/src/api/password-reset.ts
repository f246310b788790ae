import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';
import { keepPasskeyIdsSchema, passkeyShape } from './passkey-shape.ts';
import { emailSchema, key, newPasswordSchema, successReply } from './shapes.ts';

/** The token of the mailed link, or the mailed code. In the code, case, spaces and dashes do not count. */
const resetTokenSchema = z
  .string(key('required'))
  .check(
    z.trim(),
    z.minLength(1, key('required')),
    z.maxLength(limits.tokenLengthMax, key('tooLong')),
    z.regex(/^[\x20-\x7e]*$/, key('invalid')),
  );

export const forgotPasswordBody = z.strictObject({ email: emailSchema });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  tag: 'authentication',
  summary:
    'Mails a link and a code that reset the password, if that email has an account; the reply never tells',
  caller: 'anyone',
  body: forgotPasswordBody,
  status: 200,
  reply: successReply,
  errors: [],
});

export const validateResetToken = endpoint({
  method: 'POST',
  path: '/auth/validate-reset-token',
  tag: 'authentication',
  summary:
    'Whether a reset link, or the code of its mail, still works, for how long, and what else its account has to sign in with',
  caller: 'anyone',
  body: z.strictObject({ token: resetTokenSchema }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    valid: z.boolean(),
    message: z.string(),
    /** Whole seconds until it expires; 0 if it is not valid. */
    expiresIn: z.int(),
    /** The reset removes these unless the person keeps them. Empty if the token is not valid. */
    passkeys: z.array(passkeyShape),
    /** Stays on through the reset: the next sign-in needs a code, or a passkey that was kept. False if the token is not valid. */
    twoFactorEnabled: z.boolean(),
  }),
  errors: [],
});

const confirmPasswordSchema = z
  .string(key('required'))
  .check(z.maxLength(limits.passwordLengthMax, key('tooLong')));

/** A new password and its repetition, shared by every form that replaces a password. */
export const newPasswordPair = { password: newPasswordSchema, confirmPassword: confirmPasswordSchema };

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  tag: 'authentication',
  summary:
    'Sets a new password by the token of a reset link or the code of its mail, once; ends every session and removes all passkeys but those that are named',
  caller: 'anyone',
  body: z
    .strictObject({ token: resetTokenSchema, ...newPasswordPair, keepPasskeyIds: keepPasskeyIdsSchema })
    .check(
      z.refine((body) => body.password === body.confirmPassword, {
        error: key('passwordsMatch'),
        path: ['confirmPassword'],
      }),
    ),
  status: 200,
  reply: successReply,
  errors: ['InvalidOrExpiredToken'],
});
