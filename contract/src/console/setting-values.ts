import { decimalSchema, emailSchema } from '../api/shapes.ts';
import { socialNetworks } from '../api/config.ts';
import { limits } from '../limits.ts';
import { parseAmount, parseAmountOutside } from '../money/amount.ts';
import { formatDecimal } from '../money/decimal.ts';
import { parsePrice } from '../money/price.ts';
import { coinCode } from '../product.ts';
import type { ValidationKey } from '../validation.ts';
import { settingTraits, type SettingName } from './setting-traits.ts';

/** One part of a list such as `BTC=0.0001,USDT=3` or `x=https://x.com/you`. */
export interface SettingPart {
  readonly name: string;
  readonly value: string;
}

export function partsOf(text: string): readonly SettingPart[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [name = '', ...rest] = part.trim().split('=');
    return { name, value: rest.join('=') };
  });
}

export function textOfParts(parts: readonly SettingPart[]): string {
  return parts.map(({ name, value }) => `${name}=${value}`).join(',');
}

/** Hundredths of a percent, as percent: "50" is "0.5". */
export function percentOfBps(text: string): string {
  return formatDecimal(BigInt(text), 2).replace(/\.?0+$/, '');
}

/** What is wrong with a text; undefined if nothing is. The server reads it once more, more exactly. */
export function problemOfSetting(name: SettingName, text: string): ValidationKey | undefined {
  const traits = settingTraits[name];
  switch (traits.form) {
    case 'percent':
      return /^[0-9]{1,5}$/.test(text) && Number(text) <= traits.bpsMax ? undefined : 'outOfRange';
    case 'price':
      return parsePrice(coinCode, text) === undefined ? 'invalidAmount' : undefined;
    case 'usd':
      return problemOfUsd(text);
    case 'amounts':
      return problemOfParts(partsOf(text), problemOfAmountPart);
    case 'links':
      return problemOfParts(partsOf(text), problemOfLinkPart);
    case 'email':
      return emailSchema.safeParse(text).success ? undefined : 'invalidEmail';
    case 'phone':
      return /^\+?[0-9][0-9 ().-]{2,30}$/.test(text) ? undefined : 'invalidPhone';
    case 'line':
      return text.length > 200 ? 'tooLong' : /\p{Cc}/u.test(text) ? 'namePattern' : undefined;
    case 'depositKey':
      return /^[xyz]pub[1-9A-HJ-NP-Za-km-z]{100,120}$/.test(text) ? undefined : 'invalidDepositKey';
    case 'depositAddress':
      return /^[A-Za-z0-9_:-]{20,100}$/.test(text) ? undefined : 'invalidAddress';
    default:
      return traits satisfies never;
  }
}

function problemOfUsd(text: string): ValidationKey | undefined {
  const amount = parseAmountOutside('USD', text);
  if (amount === undefined) return 'invalidAmount';
  const least = parseAmount('USD', limits.tradeUsdMin);
  return least !== undefined && amount.minorUnits < least.minorUnits ? 'outOfRange' : undefined;
}

/** How many decimals its currency has, the server knows. */
export function problemOfAmountPart({ value }: SettingPart): ValidationKey | undefined {
  return decimalSchema.safeParse(value).success && /[1-9]/.test(value) ? undefined : 'invalidAmount';
}

export function problemOfLinkPart({ name, value }: SettingPart): ValidationKey | undefined {
  if (!socialNetworks.some((network) => network === name)) return 'invalid';
  // A comma would end it in the list.
  return /^https:\/\/[^\s,/]+(\/[^\s,]*)?$/.test(value) ? undefined : 'invalidLink';
}

/** Of the list as a whole, or of its first wrong part. */
function problemOfParts(
  parts: readonly SettingPart[],
  problemOf: (part: SettingPart) => ValidationKey | undefined,
): ValidationKey | undefined {
  if (new Set(parts.map(({ name }) => name)).size < parts.length) return 'namedTwice';
  return parts.map(problemOf).find((problem) => problem !== undefined);
}

/** As anybody reads it, in any language: "0.5 %", "BTC 0.0001, USDT 3". What can't be read, as it is. */
export function settingWords(name: SettingName, text: string): string {
  if (problemOfSetting(name, text) !== undefined) return text;
  const { form } = settingTraits[name];
  switch (form) {
    case 'percent':
      return `${percentOfBps(text)} %`;
    case 'price':
    case 'usd':
      return `${text} USD`;
    case 'amounts':
    case 'links':
      return partsOf(text)
        .map((part) => `${part.name} ${part.value}`)
        .join(', ');
    case 'email':
    case 'phone':
    case 'line':
    case 'depositKey':
    case 'depositAddress':
      return text;
    default:
      return form satisfies never;
  }
}
