/**
 * What a mail says in somebody else's words (a name, a phrase, what a browser calls itself) is shown, and does nothing:
 * it starts no line, so it can't pose as a code or a link of ours, and reorders nothing that stands beside it.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** A browser may call itself anything, a web address too; without these signs no mail program makes a link of it. */
export function deviceText(device: string): string {
  return oneLine(device.replace(/[.:/\\@]+/g, ' '));
}

const plainWord = /^[\w.@+-]*$/;
const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/**
 * Foreign words inside a sentence, which they must not reorder (Unicode, UAX #9). A plain word in a left-to-right
 * sentence can't, and stays free of characters that would be copied with it unseen.
 */
export function isolate(text: string, direction: 'ltr' | 'rtl'): string {
  const words = oneLine(text);
  if (direction === 'ltr' && plainWord.test(words)) return words;
  return `${firstStrongIsolate}${words}${popDirectionalIsolate}`;
}
