import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { emailSchema, idSchema, localeSchema, personNameSchema, timeSchema } from './shapes.ts';

export const userShape = z.strictObject({
  id: idSchema,
  username: z.string(),
  email: emailSchema,
  name: z.string(),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** The account's own MRCY address, which others transfer to. */
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
  body: z.strictObject({ name: z.optional(personNameSchema), locale: z.optional(localeSchema) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    data: z.strictObject({ user: userShape }),
    message: z.string(),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});
