import { limits } from '@mercury/contract/limits.ts';
import { isValidationKey } from '@mercury/contract/validation.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from './formats.ts';
import { useFormatTag } from './use-locale.ts';

/** Turns a field's problem into a sentence. The problem is a key of the contract, or already the server's sentence. */
export function useFieldError() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (error: { message?: string } | undefined): string | undefined => {
    if (!error) return undefined;
    const message = error.message ?? '';
    if (!isValidationKey(message)) return message === '' ? t('validation.invalid') : message;
    return t(`validation.${message}`, {
      usernameMin: formatCount(limits.usernameLengthMin, formatTag),
      passwordMin: formatCount(limits.passwordLengthMin, formatTag),
      nameMin: formatCount(limits.nameLengthMin, formatTag),
      phraseMin: formatCount(limits.phraseLengthMin, formatTag),
      subjectMin: formatCount(limits.contactSubjectLengthMin, formatTag),
      messageMin: formatCount(limits.contactMessageLengthMin, formatTag),
      twoFactorCodeLength: formatCount(limits.twoFactorCodeLength, formatTag),
      codeLength: formatCount(limits.verificationCodeLength, formatTag),
    });
  };
}
