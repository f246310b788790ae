import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';
import { limits } from '../limits.ts';
import { assetCodes } from '../money/asset.ts';
import { locales } from '../locales.ts';
import type { ValidationKey } from '../validation.ts';

/** Types a message so that only a key of the validation catalogue can be one. */
export const key = (validationKey: ValidationKey): ValidationKey => validationKey;

const nonEmpty = z.minLength(1, key('required'));

export const idSchema = z.uuid(key('invalid'));
export const localeSchema = z.enum(locales, key('invalid'));
export const assetCodeSchema = z.enum(assetCodes, key('invalid'));
export const timeSchema = z.iso.datetime();

export const emailSchema = z
  .string(key('required'))
  .check(z.maxLength(limits.emailLengthMax, key('tooLong')), z.email(key('invalidEmail')));

export const usernameSchema = z
  .string(key('required'))
  .check(
    z.minLength(limits.usernameLengthMin, key('usernameMinLength')),
    z.maxLength(limits.usernameLengthMax, key('tooLong')),
    z.regex(/^[A-Za-z0-9_]*$/, key('usernamePattern')),
  );

export const passwordSchema = z
  .string(key('required'))
  .check(
    z.minLength(limits.passwordLengthMin, key('passwordMinLength')),
    z.maxLength(limits.passwordLengthMax, key('tooLong')),
  );

/**
 * Text that other people or mails will show: no control characters, no halves of characters, and none that reorder
 * or hide what stands beside them (bidirectional controls, zero-width characters).
 */
const visibleText = z.regex(
  /^[^\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]*$/u,
  key('namePattern'),
);

export const personNameSchema = z
  .string(key('required'))
  .check(
    visibleText,
    z.trim(),
    z.minLength(limits.nameLengthMin, key('nameMinLength')),
    z.maxLength(limits.nameLengthMax, key('tooLong')),
  );

export const labelSchema = z
  .string(key('required'))
  .check(visibleText, z.trim(), nonEmpty, z.maxLength(limits.nameLengthMax, key('tooLong')));

export const searchSchema = z
  .string()
  .check(visibleText, z.maxLength(limits.searchLengthMax, key('tooLong')));

export const noteSchema = z
  .string()
  .check(visibleText, z.trim(), z.maxLength(limits.noteLengthMax, key('tooLong')));

/**
 * A non-negative decimal string such as "12.50". How many decimals are allowed depends on the asset, so the
 * use case that knows the asset reads it to the end.
 */
export const decimalSchema = z
  .string(key('invalidAmount'))
  .check(
    z.maxLength(limits.decimalLengthMax, key('invalidAmount')),
    z.regex(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/, key('invalidAmount')),
  );

/** A decimal in a reply, where a difference may be negative. */
export const signedDecimalSchema = z.string().check(z.regex(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/));

export const walletAddressInputSchema = z
  .string(key('required'))
  .check(z.trim(), nonEmpty, z.maxLength(limits.addressLengthMax, key('invalidAddress')));

export const tokenSchema = z
  .string(key('required'))
  .check(
    z.trim(),
    nonEmpty,
    z.maxLength(limits.tokenLengthMax, key('tooLong')),
    z.regex(/^[\x21-\x7e]*$/, key('invalid')),
  );

export const successReply = z.strictObject({ success: z.literal(true), message: z.string() });

/** The body of every refused call. */
export const errorReply = z.strictObject({
  success: z.literal(false),
  error: z.enum(errorCodes),
  message: z.string(),
  errors: z.optional(z.array(z.strictObject({ field: z.string(), message: z.string() }))),
  requestId: z.string(),
});
export type ErrorReply = z.output<typeof errorReply>;
