import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, localeTraits } from '@mercury/contract/locales.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import { createInstance, type TFunction } from 'i18next';

const localesFolder = join(import.meta.dirname, '..', 'web', 'public', 'locales');

/** What the interface says in one language, out of the very files that it reads itself. */
export interface Texts {
  readonly locale: Locale;
  readonly t: TFunction;
  /** The same of the operator's console. */
  readonly c: TFunction<'console'>;
  /** An amount as that language's readers see it, such as "1,234.50 MRCY". */
  readonly money: (amount: string, asset: string) => string;
}

export async function textsOf(locale: Locale): Promise<Texts> {
  const i18n = createInstance();
  // The files are what the web app loads: strings in objects.
  const textsIn = (name: string) =>
    JSON.parse(readFileSync(join(localesFolder, locale, `${name}.json`), 'utf8')) as Record<string, string>;
  const t = await i18n.init({
    lng: locale,
    resources: { [locale]: { translation: textsIn('translation'), console: textsIn('console') } },
    returnNull: false,
    interpolation: { escapeValue: false, defaultVariables: { product: productName, coin: coinCode } },
  });
  return {
    locale,
    t,
    c: i18n.getFixedT(locale, 'console'),
    money: (amount, asset) =>
      `${new Intl.NumberFormat(localeTraits[locale].formatTag, {
        minimumFractionDigits: 2,
        maximumFractionDigits: 8,
        // A decimal as text is formatted exactly, which its nearest double would not be.
      }).format(amount as Intl.StringNumericLiteral)} ${asset}`,
  };
}
