import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { assetCodePattern, isAssetCode, type AssetCode } from '../money/asset.ts';
import { locales } from '../locales.ts';
import type { ValidationKey } from '../validation.ts';
import {
  linesWithoutWeightless,
  visibleLinePattern,
  visibleLinesPattern,
  withoutWeightless,
} from '../visible-text.ts';

/** Restricts messages to keys of the validation catalogue. */
export const key = (validationKey: ValidationKey): ValidationKey => validationKey;

const nonEmpty = z.minLength(1, key('required'));

export const idSchema = z.uuid(key('invalid'));
export const localeSchema = z.enum(locales, key('invalid'));

/** Checks only the form of a code: lists that announce new assets use this. */
// A check does not narrow the type of its schema, hence the `as`; `assetCodeSchema` likewise.
export const anyAssetCodeSchema = z
  .string(key('invalid'))
  .check(z.regex(assetCodePattern, key('invalid'))) as z.ZodMiniType<AssetCode, AssetCode>;

/** The code of an asset in the present list. */
export const assetCodeSchema = z
  .string(key('invalid'))
  .check(
    z.regex(assetCodePattern, { error: key('invalid'), abort: true }),
    z.refine(isAssetCode, { error: key('invalid'), abort: true }),
  ) as z.ZodMiniType<AssetCode, AssetCode>;

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

/** Rules of a new password. Each has its own message. */
export const newPasswordSchema = passwordSchema.check(
  z.regex(/\p{Lu}/u, key('passwordUppercase')),
  z.regex(/\p{Ll}/u, key('passwordLowercase')),
  z.regex(/\p{Nd}/u, key('passwordDigit')),
  z.regex(/[^\p{L}\p{N}]/u, key('passwordSpecial')),
);

/** The account's present password. It may be older than the rules, so none apply. */
export const currentPasswordSchema = z
  .string(key('required'))
  .check(nonEmpty, z.maxLength(limits.passwordLengthMax, key('tooLong')));

/** Case does not matter. Spaces around it, pasted from a mail, do not count. */
export const verificationCodeSchema = z
  .string(key('required'))
  .check(z.trim(), z.regex(new RegExp(`^[A-Za-z0-9]{${limits.verificationCodeLength}}$`), key('codeLength')));

/** Six digits of an authenticator app. */
export const twoFactorCodeSchema = z
  .string(key('twoFactorCodeRequired'))
  .check(
    z.trim(),
    z.minLength(1, key('twoFactorCodeRequired')),
    z.regex(new RegExp(`^([0-9]{${limits.twoFactorCodeLength}})?$`), key('twoFactorCodeFormat')),
  );

/** Four groups of four. Case, spaces and dashes do not matter. */
export const recoveryCodeSchema = z
  .string(key('required'))
  .check(
    z.trim(),
    nonEmpty,
    z.maxLength(limits.tokenLengthMax, key('tooLong')),
    z.regex(/^[\x20-\x7e]*$/, key('invalid')),
  );

const weightlessDropped = z.overwrite<string>(withoutWeightless);

const linesWeightlessDropped = z.overwrite<string>(linesWithoutWeightless);

/** Text that other people or mails will show. It holds no characters that reorder or hide text, and no invisible ones. */
const visibleText = z.regex(visibleLinePattern, key('namePattern'));

const visibleLines = z.regex(visibleLinesPattern, key('namePattern'));

export const personNameSchema = z
  .string(key('required'))
  .check(
    weightlessDropped,
    visibleText,
    z.trim(),
    z.minLength(limits.nameLengthMin, key('nameMinLength')),
    z.maxLength(limits.nameLengthMax, key('tooLong')),
  );

export const labelSchema = z
  .string(key('required'))
  .check(
    weightlessDropped,
    visibleText,
    z.trim(),
    nonEmpty,
    z.maxLength(limits.nameLengthMax, key('tooLong')),
  );

export const searchSchema = z
  .string()
  .check(weightlessDropped, visibleText, z.maxLength(limits.searchLengthMax, key('tooLong')));

export const reasonSchema = z
  .string(key('required'))
  .check(linesWeightlessDropped, visibleLines, z.trim(), z.maxLength(limits.reasonLengthMax, key('tooLong')));

export const phraseSchema = z
  .string(key('required'))
  .check(
    weightlessDropped,
    visibleText,
    z.trim(),
    z.minLength(limits.phraseLengthMin, key('phraseMinLength')),
    z.maxLength(limits.phraseLengthMax, key('tooLong')),
  );

export const contactNameSchema = z
  .string(key('required'))
  .check(
    weightlessDropped,
    visibleText,
    z.trim(),
    z.minLength(limits.nameLengthMin, key('contactNameMinLength')),
    z.maxLength(limits.nameLengthMax, key('tooLong')),
  );

export const contactSubjectSchema = z
  .string(key('required'))
  .check(
    weightlessDropped,
    visibleText,
    z.trim(),
    z.minLength(limits.contactSubjectLengthMin, key('subjectMinLength')),
    z.maxLength(limits.contactSubjectLengthMax, key('tooLong')),
  );

export const contactMessageSchema = z
  .string(key('required'))
  .check(
    linesWeightlessDropped,
    visibleLines,
    z.trim(),
    z.minLength(limits.contactMessageLengthMin, key('messageMinLength')),
    z.maxLength(limits.contactMessageLengthMax, key('tooLong')),
  );

export const noteSchema = z
  .string()
  .check(weightlessDropped, visibleText, z.trim(), z.maxLength(limits.noteLengthMax, key('tooLong')));

/**
 * A non-negative decimal string: "12.50". The number of decimals depends on the asset, so the use case that knows the asset does
 * the final check.
 */
export const decimalSchema = z
  .string(key('invalidAmount'))
  .check(
    z.maxLength(limits.decimalLengthMax, key('invalidAmount')),
    z.regex(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/, key('invalidAmount')),
  );

/** A decimal in a reply. A difference may be negative. */
export const signedDecimalSchema = z.string().check(z.regex(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/));

export const walletAddressInputSchema = z
  .string(key('required'))
  .check(z.trim(), nonEmpty, z.maxLength(limits.addressLengthMax, key('invalidAddress')));

/** A withdrawal's address in its chain's format. The use case that knows the chain validates it. */
export const destinationSchema = z
  .string(key('required'))
  .check(
    z.trim(),
    nonEmpty,
    z.maxLength(limits.addressLengthMax, key('invalidAddress')),
    z.regex(/^[\x21-\x7e]*$/, key('invalidAddress')),
  );

/** A tag or memo beside an address. */
export const memoSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(limits.memoLengthMax, key('tooLong')),
    z.regex(/^[\x20-\x7e]*$/, key('invalid')),
  );

export const tokenSchema = z
  .string(key('required'))
  .check(
    z.trim(),
    nonEmpty,
    z.maxLength(limits.tokenLengthMax, key('tooLong')),
    z.regex(/^[\x21-\x7e]*$/, key('invalid')),
  );

export const successReply = z.strictObject({ success: z.literal(true), message: z.string() });
