import { type Locale, defaultLocale, isLocale, localeTraits } from '@mercury/contract/locales.ts';
import { useTranslation } from 'react-i18next';

export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return isLocale(i18n.language) ? i18n.language : defaultLocale;
}

/** The tag for Intl. It sets the calendar and the digits. */
export function useFormatTag(): string {
  return localeTraits[useLocale()].formatTag;
}
