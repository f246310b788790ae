import type { TFunction } from 'i18next';

const limitFacts = [
  'depositsIn24Hours',
  'depositsIn30Days',
  'withdrawalsIn24Hours',
  'withdrawalsIn30Days',
  'tradesIn24Hours',
  'tradesIn30Days',
] as const;

/** As the page Levels has them. */
const order: readonly string[] = ['level', 'place', 'isOf', ...limitFacts, 'adviceForHigher'];

/** The database does not keep the order of what was recorded. */
export function inReadingOrder(names: readonly string[]): readonly string[] {
  return names.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** What a proposal about a level says in English, in the reader's words. Undefined: it has none. */
export function levelWords(name: string, text: string, t: TFunction<'console'>): string | undefined {
  if (name === 'isOf' && text === 'everybody who was given no other') return t('levels.everybodyElse');
  if (name === 'isOf' && text === 'whoever is given it') return t('levels.whoeverIsGiven');
  if (name === 'adviceForHigher' && text === 'the contact page') return t('levels.contactPage');
  if (text === 'no limit' && limitFacts.some((each) => each === name)) return t('levels.unlimited');
  return undefined;
}
