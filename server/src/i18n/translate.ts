import type { Locale } from '@mercury/contract/locales.ts';
import { en } from './en.ts';
import { fa } from './fa.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

type Widened<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Widened<Tree[Key]> };

/** The shape of the English texts. A missing text in another language is a type error. */
export type Texts = Widened<typeof en>;

type PathsOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${PathsOf<Tree[Key]>}`;
}[keyof Tree & string];
export type TextKey = PathsOf<typeof en>;

const textsOf: Readonly<Record<Locale, Texts>> = { en, fa, ru, zh };

/** The text in the reader's language. Each `{{name}}` is replaced by its value without any escaping. */
export function translate(
  locale: Locale,
  key: TextKey,
  values: Readonly<Record<string, string>> = {},
): string {
  const text = textAt(textsOf[locale], key, values);
  if (text === undefined) throw new Error(`there is no text ${key} in ${locale}`);
  return text;
}

/** The text at this place of a tree of texts, if there is one. */
export function textAt(
  texts: unknown,
  key: string,
  values: Readonly<Record<string, string>> = {},
): string | undefined {
  const text = key.split('.').reduce(descend, texts);
  if (typeof text !== 'string') return undefined;
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function descend(tree: unknown, step: string): unknown {
  const isThere = typeof tree === 'object' && tree !== null && Object.hasOwn(tree, step);
  return isThere ? Reflect.get(tree, step) : undefined;
}
