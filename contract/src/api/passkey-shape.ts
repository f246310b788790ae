import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { idSchema, key, timeSchema } from './shapes.ts';

export const passkeyShape = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** Synced through an account of the person's devices, instead of bound to one device. */
  isSynced: z.boolean(),
  createdAt: timeSchema,
  lastUsedAt: z.nullable(timeSchema),
});
export type Passkey = z.output<typeof passkeyShape>;

/**
 * The passkeys to keep; a new password removes all others. The person names each one, so a passkey that a stranger added is
 * removed by default. An id of another account has no effect.
 */
export const keepPasskeyIdsSchema = z.optional(
  z.array(idSchema, key('invalid')).check(z.maxLength(limits.passkeysMax, key('invalid'))),
);
