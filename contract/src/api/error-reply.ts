import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';
import { reachedLimitShape } from './levels.ts';
import { quoteShape } from './trade.ts';

/** The body of every refused call. */
export const errorReply = z.strictObject({
  success: z.literal(false),
  error: z.enum(errorCodes),
  message: z.string(),
  errors: z.optional(z.array(z.strictObject({ field: z.string(), message: z.string() }))),
  /** With QuoteMoved: the new offer. */
  quote: z.optional(quoteShape),
  /** With LevelLimitReached. */
  limit: z.optional(reachedLimitShape),
  requestId: z.string(),
});
export type ErrorReply = z.output<typeof errorReply>;
