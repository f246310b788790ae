import { create } from 'zustand';
import { choiceKey, functionalKeys, readStored, removeStored, writeStored } from './storage.ts';

/** Optional categories. Sign-in and security need no consent. */
export const cookieCategories = ['analytics', 'functional', 'targeting'] as const;
export type CookieCategory = (typeof cookieCategories)[number];

export type CookieChoice = Readonly<Record<CookieCategory, boolean>>;

/** The specification's defaults (section 2) for a person who has not chosen. */
export const startingCookieChoice: CookieChoice = { analytics: true, functional: true, targeting: false };

export function allowing(categories: readonly string[]): CookieChoice {
  const isAllowed = (category: CookieCategory) => categories.includes(category);
  return {
    analytics: isAllowed('analytics'),
    functional: isAllowed('functional'),
    targeting: isAllowed('targeting'),
  };
}

/** The choice in this browser, made in this tab or in another. */
export const useCookieChoice = create<CookieChoice>(() => startingCookieChoice);

function readKept(): void {
  const text = readStored(choiceKey);
  useCookieChoice.setState(text === null ? startingCookieChoice : allowing(text.split(' ')));
}

readKept();
globalThis.addEventListener?.('storage', readKept);

/** Deletes refused data at once. The product does not measure or advertise, so only `functional` has any. */
export function keepCookieChoice(choice: CookieChoice): void {
  writeStored(choiceKey, cookieCategories.filter((category) => choice[category]).join(' '));
  if (!choice.functional) {
    for (const [key, kind] of Object.entries(functionalKeys)) removeStored(key, kind);
  }
  readKept();
}
