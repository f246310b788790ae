import * as z from 'zod/mini';
import { type Locale, locales } from '../locales.ts';
import { key } from './shapes.ts';

/** What an operator writes for people, by language; English stands in for the others. */
export const localTextsShape = z.strictObject({
  en: z.string(),
  fa: z.optional(z.string()),
  ru: z.optional(z.string()),
  zh: z.optional(z.string()),
} satisfies Readonly<Record<Locale, unknown>>);
export type LocalTexts = z.output<typeof localTextsShape>;

/** As they are sent. `text` may be empty: then English stands in. */
export function writtenTextsSchema(text: z.ZodMiniString<string>) {
  return z.strictObject({
    en: text.check(z.minLength(1, key('required'))),
    fa: text,
    ru: text,
    zh: text,
  } satisfies Readonly<Record<Locale, unknown>>);
}

export function withoutEmpty(texts: Readonly<Record<Locale, string>>): LocalTexts {
  const written = locales.filter((locale) => texts[locale] !== '');
  return { ...Object.fromEntries(written.map((locale) => [locale, texts[locale]])), en: texts.en };
}

export function textIn(texts: LocalTexts, locale: Locale): string {
  return texts[locale] ?? texts.en;
}
