import { plainText } from '../../domain/plain-text.ts';
import type { SearchEntry, SearchGroup } from './search-entry.ts';

/** A list that is read at a glance. */
const shownOfKindMax = 5;

/** A part this short is in nearly every address and name. A Chinese character is a word of its own. */
const innerLengthMin = 3;
const chinese = /\p{Script=Han}/u;

/** A typed figure may group its thousands, and its comma may be the decimal point: "1,5" is 15 or 1.5. */
function readingsOf(token: string): readonly string[] {
  if (!/^[+-]?[\d.,٫٬]*\d[\d.,٫٬]*$/.test(token)) return [token];
  const figure = token.replace(/^[+-]/, '').replaceAll('٬', '').replaceAll('٫', '.');
  const asPoint = /^\d*,\d*$/.test(figure) ? [figure.replace(',', '.')] : [];
  return [figure.replaceAll(',', ''), ...asPoint];
}

type Token = readonly string[];

function tokensOf(query: string): readonly Token[] {
  const whole = plainText(query)
    // "1 234" is one figure.
    .replaceAll(/(?<=\d)[\s\u202f](?=\d{3}(?!\d))/g, '')
    .trim();
  return whole === '' ? [] : whole.split(/\s+/).map(readingsOf);
}

interface Haystack {
  title: string;
  titleWords: readonly string[];
  words: readonly string[];
}

/** Entries stay the same from one key press to the next. */
const haystacks = new WeakMap<SearchEntry, Haystack>();

function haystackOf(entry: SearchEntry): Haystack {
  const known = haystacks.get(entry);
  if (known) return known;
  const title = plainText(entry.title);
  const words = (entry.words ?? []).map(plainText);
  const haystack = {
    title,
    titleWords: title.split(/[\s()]+/),
    words: [...words, ...words.flatMap(partsOf)],
  };
  haystacks.set(entry, haystack);
  return haystack;
}

function partsOf(text: string): readonly string[] {
  const parts = text.split(/\s+/);
  return parts.length > 1 ? parts : [];
}

/** Only their order matters: a beginning is worth more than any inner part. */
const scores = { title: 8, titleBegins: 6, word: 5, wordBegins: 4, inTitle: 2, inWord: 1, none: 0 } as const;

function scoreOfText(text: string, { title, titleWords, words }: Haystack): number {
  if (title === text) return scores.title;
  if (title.startsWith(text)) return scores.titleBegins;
  if (titleWords.some((word) => word.startsWith(text)) || words.includes(text)) return scores.word;
  if (words.some((word) => word.startsWith(text))) return scores.wordBegins;
  const mayBeInside = text.length >= innerLengthMin || chinese.test(text);
  if (!mayBeInside) return scores.none;
  if (title.includes(text)) return scores.inTitle;
  return words.some((word) => word.includes(text)) ? scores.inWord : scores.none;
}

/** Every word of the query has to be in it. */
function scoreOf(entry: SearchEntry, tokens: readonly Token[]): number {
  const haystack = haystackOf(entry);
  let sum = 0;
  for (const readings of tokens) {
    const best = Math.max(...readings.map((reading) => scoreOfText(reading, haystack)));
    if (best === scores.none) return scores.none;
    sum += best;
  }
  return sum;
}

/** What fits the query, the best first: within a group, and among the groups. */
export function findEntries(groups: readonly SearchGroup[], query: string): readonly SearchGroup[] {
  const tokens = tokensOf(query);
  const found = groups.flatMap(({ kind, entries }) => {
    const scored = entries
      .map((entry) => ({ entry, score: scoreOf(entry, tokens) }))
      .filter(({ score }) => score > scores.none)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, shownOfKindMax);
    const [best] = scored;
    return best ? [{ best: best.score, group: { kind, entries: scored.map(({ entry }) => entry) } }] : [];
  });
  return found.toSorted((one, other) => other.best - one.best).map(({ group }) => group);
}
