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

export const key = (validationKey: ValidationKey): ValidationKey => validationKey;

const nonEmpty = z.minLength(1, key('required'));

export const idSchema = z.uuid(key('invalid'));
export const localeSchema = z.enum(locales, key('invalid'));

/** Only its form: lists that announce new assets use this. */
// A check does not narrow its schema's type, hence the `as`; below likewise.
export const anyAssetCodeSchema = z
  .string(key('invalid'))
  .check(z.regex(assetCodePattern, key('invalid'))) as z.ZodMiniType<AssetCode, AssetCode>;

/** Of the present list. */
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

/** A note that may be left empty, as it stands in a form. Spaces around it don't count. */
export const optionalEmailSchema = z.string(key('invalidEmail')).check(
  z.trim(),
  z.maxLength(limits.emailLengthMax, { error: key('tooLong'), abort: true }),
  z.refine((text) => text === '' || emailSchema.safeParse(text).success, key('invalidEmail')),
);

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

/** Each rule has its own message. */
export const newPasswordSchema = passwordSchema.check(
  z.regex(/\p{Lu}/u, key('passwordUppercase')),
  z.regex(/\p{Ll}/u, key('passwordLowercase')),
  z.regex(/\p{Nd}/u, key('passwordDigit')),
  z.regex(/[^\p{L}\p{N}]/u, key('passwordSpecial')),
);

/** It may be older than the rules, so none apply. */
export const currentPasswordSchema = z
  .string(key('required'))
  .check(nonEmpty, z.maxLength(limits.passwordLengthMax, key('tooLong')));

/** Case does not matter, nor spaces around it, pasted from a mail. */
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

/** Without characters that reorder or hide text: other people or mails show it. */
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

/** "12.50". How many decimals are right depends on the asset, which the use case knows. */
export const decimalSchema = z
  .string(key('invalidAmount'))
  .check(
    z.maxLength(limits.decimalLengthMax, key('invalidAmount')),
    z.regex(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/, key('invalidAmount')),
  );

/** A difference may be negative. */
export const signedDecimalSchema = z.string().check(z.regex(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/));

export const walletAddressInputSchema = z
  .string(key('required'))
  .check(z.trim(), nonEmpty, z.maxLength(limits.addressLengthMax, key('invalidAddress')));

/** The use case that knows the chain validates it. */
export const destinationSchema = z
  .string(key('required'))
  .check(
    z.trim(),
    nonEmpty,
    z.maxLength(limits.addressLengthMax, key('invalidAddress')),
    z.regex(/^[\x21-\x7e]*$/, key('invalidAddress')),
  );

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
