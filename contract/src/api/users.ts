import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { keepPasskeyIdsSchema } from './passkey-shape.ts';
import { newPasswordPair } from './password-reset.ts';
import {
  currentPasswordSchema,
  emailSchema,
  idSchema,
  key,
  localeSchema,
  personNameSchema,
  reasonSchema,
  successReply,
  timeSchema,
  twoFactorCodeSchema,
  verificationCodeSchema,
} from './shapes.ts';

export const userShape = z.strictObject({
  id: idSchema,
  username: z.string(),
  email: emailSchema,
  name: z.string(),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** The account's own MRCY address. Other people transfer to it. */
  walletAddress: z.string(),
  locale: localeSchema,
  createdAt: timeSchema,
});
export type User = z.output<typeof userShape>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/profile',
  tag: 'account',
  summary: 'The signed-in person',
  caller: 'signedIn',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), data: z.strictObject({ user: userShape }) }),
  errors: ['Unauthenticated'],
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users/profile',
  tag: 'account',
  summary: 'Changes the name, or the language that mails are written in',
  caller: 'verified',
  body: z.strictObject({
    name: z.optional(personNameSchema),
    locale: z.optional(localeSchema),
    /** Required for a name change with two-factor on; a language change needs none. */
    twoFactorCode: z.optional(twoFactorCodeSchema),
  }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    data: z.strictObject({ user: userShape }),
    message: z.string(),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'TwoFactorCodeRequired', 'InvalidTwoFactorCode'],
});

const userReply = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ user: userShape }),
  message: z.string(),
});

const proofErrors = [
  'Unauthenticated',
  'EmailNotVerified',
  'WrongPassword',
  'TwoFactorCodeRequired',
  'InvalidTwoFactorCode',
] as const;

/** The fields of the change-password form. With two-factor on, its code is sent too. */
export const changePasswordFields = {
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordPair.password,
  confirmPassword: newPasswordPair.confirmPassword,
};

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  tag: 'account',
  summary: 'Changes the password; ends all other sessions and removes all passkeys but those that are named',
  caller: 'verified',
  body: z
    .strictObject({
      ...changePasswordFields,
      twoFactorCode: z.optional(twoFactorCodeSchema),
      keepPasskeyIds: keepPasskeyIdsSchema,
    })
    .check(
      z.refine((body) => body.newPassword === body.confirmPassword, {
        error: key('passwordsMatch'),
        path: ['confirmPassword'],
      }),
    ),
  status: 200,
  reply: successReply,
  errors: proofErrors,
});

/** The fields of the change-email form. With two-factor on, its code is sent too. */
export const changeEmailFields = { newEmail: emailSchema, password: currentPasswordSchema };

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/users/email',
  tag: 'account',
  summary: 'Mails a code and a link to a new address, which replaces the present one once it is proved',
  caller: 'verified',
  body: z.strictObject({ ...changeEmailFields, twoFactorCode: z.optional(twoFactorCodeSchema) }),
  status: 200,
  reply: successReply,
  errors: proofErrors,
});

export const verifyNewEmail = endpoint({
  method: 'POST',
  path: '/users/email/verify',
  tag: 'account',
  summary: 'Proves the new address by the code that was mailed to it; ends all other sessions',
  caller: 'verified',
  body: z.strictObject({ code: verificationCodeSchema }),
  status: 200,
  reply: userReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'InvalidOrExpiredCode'],
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/users/account',
  tag: 'account',
  summary: 'Deletes the account: its books stay, what names the person goes',
  caller: 'verified',
  body: z.strictObject({
    password: currentPasswordSchema,
    reason: z.optional(reasonSchema),
    twoFactorCode: z.optional(twoFactorCodeSchema),
    /** Confirms the loss of amounts that are too small to withdraw. */
    givesUpLeftovers: z.optional(z.boolean()),
  }),
  status: 200,
  reply: successReply,
  errors: [...proofErrors, 'AccountHasMoney', 'AccountHasUnfinishedTransactions'],
});
