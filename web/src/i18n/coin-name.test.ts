import { seededCodes } from '@mercury/contract/money/asset.ts';
import { type Locale, locales } from '@mercury/contract/locales.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { createInstance, type TFunction } from 'i18next';
import { expect, it, test } from 'vitest';
import en from '../../public/locales/en/translation.json' with { type: 'json' };
import fa from '../../public/locales/fa/translation.json' with { type: 'json' };
import ru from '../../public/locales/ru/translation.json' with { type: 'json' };
import zh from '../../public/locales/zh/translation.json' with { type: 'json' };
import { assetName, coinName, namedCoins } from './coin-name.ts';

const texts = { en, fa, ru, zh };

async function translationsOf(locale: Locale): Promise<TFunction> {
  const resources = { [locale]: { translation: texts[locale] } };
  return createInstance().init({ lng: locale, resources, returnNull: false });
}

test.each([
  ['en', 'Bitcoin', 'US Dollar'],
  ['fa', 'بیت‌کوین', 'دلار آمریکا'],
  ['ru', 'Bitcoin', 'Доллар США'],
  ['zh', '比特币', '美元'],
] as const)('in %s a coin is called what its readers call it', async (locale, bitcoin, dollar) => {
  const t = await translationsOf(locale);
  expect([assetName(t, 'BTC'), assetName(t, 'USD')]).toEqual([bitcoin, dollar]);
  expect(coinName(t, 'BTC', 'Bitcoin (market)')).toBe(bitcoin);
});

it.each(locales)(
  'names in %s whatever a wallet can hold, and the coin of the house as it is',
  async (locale) => {
    const t = await translationsOf(locale);
    expect(
      seededCodes.filter((code) => code !== coinCode && !namedCoins.some((named) => named === code)),
    ).toEqual([]);
    expect(assetName(t, coinCode)).toBe('Mercury');
    expect(Object.keys(texts[locale].coins).toSorted()).toEqual([...namedCoins].toSorted());
  },
);

it('calls a coin that nobody here knows what the market calls it', async () => {
  expect(coinName(await translationsOf('fa'), 'PEPE', 'Pepe')).toBe('Pepe');
});
