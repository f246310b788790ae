/** The languages that the product is offered in. */
export const locales = ['en', 'fa', 'ru', 'zh'] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'en';

interface LocaleTraits {
  /** The language's name in itself, for the language switcher. */
  readonly label: string;
  readonly direction: 'ltr' | 'rtl';
  /** The tag for Intl: it selects the calendar and digits that readers expect. */
  readonly formatTag: string;
}

export const localeTraits: Readonly<Record<Locale, LocaleTraits>> = {
  en: { label: 'English', direction: 'ltr', formatTag: 'en-US' },
  fa: { label: 'فارسی', direction: 'rtl', formatTag: 'fa-IR' },
  ru: { label: 'Русский', direction: 'ltr', formatTag: 'ru-RU' },
  zh: { label: '中文', direction: 'ltr', formatTag: 'zh-CN' },
};

/** Arabic and Hebrew are not offered. A future translation would be laid out right to left. */
const rightToLeftLanguages: ReadonlySet<string> = new Set(['fa', 'ar', 'he']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeftLanguages.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

export function isLocale(candidate: unknown): candidate is Locale {
  return typeof candidate === 'string' && locales.some((locale) => locale === candidate);
}
