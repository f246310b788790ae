/** The code that is customary for English with accents. It is asked for in the address and offered nowhere. */
const pseudoLanguage = 'en-XA';
const askedKey = 'pseudoLanguage';

/** Asked for once (`?lng=en-XA`), it stays with the tab, until another language is (`?lng=en`). */
export function isPseudoLanguageAsked(): boolean {
  const asked = new URLSearchParams(location.search).get('lng');
  try {
    if (asked !== null) sessionStorage.setItem(askedKey, asked);
    return sessionStorage.getItem(askedKey) === pseudoLanguage;
  } catch {
    // Where nothing may be kept, it lasts for the one page.
    return asked === pseudoLanguage;
  }
}
