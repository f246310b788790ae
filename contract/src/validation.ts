/**
 * Keys of field errors. Schemas use them as messages. The server and the web app each translate them under `validation.<key>`.
 */
export const validationKeys = [
  'invalid',
  'required',
  'unknownField',
  'tooLong',
  'invalidEmail',
  'usernameMinLength',
  'usernamePattern',
  'passwordMinLength',
  'passwordMismatch',
  'passwordUppercase',
  'passwordLowercase',
  'passwordDigit',
  'passwordSpecial',
  'passwordsMatch',
  'passwordCommon',
  'passwordPersonal',
  'passwordUnchanged',
  'emailUnchanged',
  'nameMinLength',
  'namePattern',
  'phraseMinLength',
  'contactNameMinLength',
  'subjectMinLength',
  'messageMinLength',
  'codeLength',
  'twoFactorCodeRequired',
  'twoFactorCodeFormat',
  'invalidAmount',
  'invalidAddress',
  'invalidNetwork',
  'invalidPublicKey',
  'invalidPhone',
  'invalidLink',
  'outOfRange',
  'namedTwice',
  'invalidDepositKey',
] as const;
export type ValidationKey = (typeof validationKeys)[number];

export function isValidationKey(candidate: string): candidate is ValidationKey {
  return validationKeys.some((key) => key === candidate);
}
