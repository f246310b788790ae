import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { idSchema, key, timeSchema } from './shapes.ts';

export const passkeyShape = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** Kept with an account of the person's devices, rather than on one device alone. */
  isSynced: z.boolean(),
  createdAt: timeSchema,
  lastUsedAt: z.nullable(timeSchema),
});
export type Passkey = z.output<typeof passkeyShape>;

/**
 * The passkeys that somebody knows to be theirs, where a new password removes all others: each named one by one, so that one
 * which a stranger added goes unless somebody says otherwise. One that is not the account's changes nothing.
 */
export const keepPasskeyIdsSchema = z.optional(
  z.array(idSchema, key('invalid')).check(z.maxLength(limits.passkeysMax, key('invalid'))),
);
