import { defaultLocale, isLocale, type Locale } from '@mercury/contract/locales.ts';

/** The supported language that the Accept-Language header prefers (RFC 9110, 12.5.4); English if there is none. */
export function localeOf(header: string | undefined): Locale {
  const preferences = (header ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([01](?:\.[0-9]{1,3})?)$/.exec(parameter)?.[1])
        .find(Boolean);
      return { language: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((preference) => preference.quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return preferences.map((preference) => preference.language).find(isLocale) ?? defaultLocale;
}
