import { type Locale, defaultLocale, isLocale, localeTraits } from '@mercury/contract/locales.ts';
import { useTranslation } from 'react-i18next';

export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return isLocale(i18n.language) ? i18n.language : defaultLocale;
}

/** The tag that Intl formats with: it brings calendar and digits. */
export function useFormatTag(): string {
  return localeTraits[useLocale()].formatTag;
}
