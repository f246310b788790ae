/**
 * Foreign words in a mail (a name, a phrase, a browser's name) are shown and have no effect. They start no line, so they cannot
 * look like a code or link of ours, and they do not reorder the text beside them.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** A browser may name itself anything, even a web address. Without these characters no mail program makes a link of it. */
export function deviceText(device: string): string {
  return oneLine(device.replace(/[.:/\\@]+/g, ' '));
}

const plainWord = /^[\w.@+-]*$/;
const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/**
 * Isolates foreign words, which must not reorder the sentence around them (Unicode, UAX #9). A plain word in a left-to-right
 * sentence cannot, so it gets no invisible characters that would be copied with it.
 */
export function isolate(text: string, direction: 'ltr' | 'rtl'): string {
  const words = oneLine(text);
  if (direction === 'ltr' && plainWord.test(words)) return words;
  return `${firstStrongIsolate}${words}${popDirectionalIsolate}`;
}
