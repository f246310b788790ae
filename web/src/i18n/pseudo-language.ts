import { getConfig } from '@mercury/contract/api/config.ts';
import { defaultLocale } from '@mercury/contract/locales.ts';
import type { i18n as Translations } from 'i18next';
import { call } from '../api/client.ts';

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    'aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqɋrŕsštţuûvṽwŵxẋyýzžAÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽ'.matchAll(
      /../gu,
    ),
    ([pair]) => [pair.slice(0, 1), pair.slice(1)],
  ),
);

/** German and Russian need about this much more room than English. */
const lengthFactor = 1.35;

/** Placeholders and tags stay as they are: they are no texts of ours. */
const untouched = /(\{\{.*?\}\}|<[^>]+>|\$t\(.*?\))/u;

/** Accented and a third longer, between brackets that show where a text was cut. Plain text on the screen is untranslated. */
export function pseudoText(text: string): string {
  const accented = text
    .split(untouched)
    .map((part) =>
      untouched.test(part) ? part : part.replaceAll(/[A-Za-z]/g, (letter) => accents[letter] ?? letter),
    )
    .join('');
  const missing = Math.ceil(text.length * (lengthFactor - 1));
  // In words, so that it wraps like text.
  const padding = 'ẋẋẋẋ '
    .repeat(Math.ceil(missing / 5))
    .slice(0, missing)
    .trim();
  return `[${accented} ${padding}]`;
}

export type TextTree = { readonly [name: string]: string | TextTree };

export function pseudoTree(tree: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, branch]) => [
      name,
      typeof branch === 'string' ? pseudoText(branch) : pseudoTree(branch),
    ]),
  );
}

/** Replaces English, in the sandbox only: no link may lead a person with real money here. */
export async function startPseudoLanguage(translations: Translations): Promise<void> {
  const { rail } = await call(getConfig, {});
  if (!rail.isSandbox) return;
  await translations.loadLanguages(defaultLocale);
  // The file that the app has loaded: strings in objects.
  const texts = translations.getResourceBundle(defaultLocale, 'translation') as TextTree;
  translations.addResourceBundle(defaultLocale, 'translation', pseudoTree(texts), true, true);
  await translations.changeLanguage(defaultLocale);
}
