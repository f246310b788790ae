import { type Locale, locales, localeTraits } from '@mercury/contract/locales.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';

interface LanguageFieldsProps {
  /** One line, or several. */
  kind: 'line' | 'text';
  /** Below the English one. */
  hint: string;
  registerFor: (locale: Locale) => UseFormRegisterReturn;
  errorOf: (locale: Locale) => string | undefined;
}

/** What people read, in each language: English stands in for those that are empty. */
export function LanguageFields({ kind, hint, registerFor, errorOf }: LanguageFieldsProps) {
  const { t } = useTranslation('console');
  const Field = kind === 'line' ? TextField : TextArea;
  return locales.map((locale) => (
    <Field
      key={locale}
      label={localeTraits[locale].label}
      hint={locale === 'en' ? hint : t('languages.optional')}
      autoComplete="off"
      lang={locale}
      dir={localeTraits[locale].direction}
      error={errorOf(locale)}
      {...registerFor(locale)}
    />
  ));
}
