import { create } from 'zustand';
import { choiceKey, functionalKeys } from './preference.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

/** What a person may allow or refuse. What signing in and being safe need is not asked for. */
export const cookieCategories = ['analytics', 'functional', 'targeting'] as const;
export type CookieCategory = (typeof cookieCategories)[number];

export type CookieChoice = Readonly<Record<CookieCategory, boolean>>;

/** As the specification has them (section 2) for whoever has chosen nothing. */
export const startingCookieChoice: CookieChoice = { analytics: true, functional: true, targeting: false };

export function allowing(categories: readonly string[]): CookieChoice {
  const isAllowed = (category: CookieCategory) => categories.includes(category);
  return {
    analytics: isAllowed('analytics'),
    functional: isAllowed('functional'),
    targeting: isAllowed('targeting'),
  };
}

/** What was chosen in this browser, here or in another tab. */
export const useCookieChoice = create<CookieChoice>(() => startingCookieChoice);

function readKept(): void {
  const text = readStored(choiceKey);
  useCookieChoice.setState(text === null ? startingCookieChoice : allowing(text.split(' ')));
}

readKept();
globalThis.addEventListener?.('storage', readKept);

/** What is refused from now on is forgotten at once: nothing here measures or advertises, so `functional` alone has any. */
export function keepCookieChoice(choice: CookieChoice): void {
  writeStored(choiceKey, cookieCategories.filter((category) => choice[category]).join(' '));
  if (!choice.functional) for (const key of functionalKeys) removeStored(key);
  readKept();
}
