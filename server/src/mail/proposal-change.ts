import { isDeepStrictEqual } from 'node:util';
import { localTextsShape, textIn } from '@mercury/contract/api/local-texts.ts';
import { correctionTemplates } from '@mercury/contract/console/books.ts';
import { permissions, staffRoles } from '@mercury/contract/console/permissions.ts';
import { isSettingName, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { chainTraits, type Chain } from '@mercury/contract/money/asset.ts';
import * as z from 'zod/mini';
import { enProposalFacts } from '../i18n/en-proposal-facts.ts';
import { timeText } from '../i18n/time-text.ts';
import { translate, type TextKey } from '../i18n/translate.ts';
import { isolate, oneLine } from './foreign-text.ts';
import type { MailFact } from './mail-writer.ts';

// What a proposal recorded in English, in the reader's words: the mail says the same as the page Approvals.

const changeSchema = z.object({
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});

/** The values of a mail are texts. */
export function changeText({ before, after }: z.output<typeof changeSchema>): string {
  return JSON.stringify({ before, after });
}

/** Each fact that will be another, from what to what. What the act only depends on stands alone. */
export function changeFacts(change: string, locale: Locale): readonly MailFact[] {
  const { before, after } = changeSchema.parse(JSON.parse(change));
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const nothingIs = Object.keys(after).length === 0;
  return changed.map((name) => {
    const missing = isSettingName(name) ? 'notSet' : nothingIs ? 'none' : undefined;
    const textOf = (value: unknown): string | undefined =>
      value === undefined
        ? missing && translate(locale, `proposalFacts.${missing}`)
        : factText({ name, value }, locale);
    const [was, willBe] = [textOf(before[name]), textOf(after[name])];
    const value =
      was !== undefined && willBe !== undefined ? fromTo(was, willBe, locale) : (was ?? willBe ?? '');
    return { label: factName(name, locale), value, isLeftToRight: false };
  });
}

function fromTo(before: string, after: string, locale: Locale): string {
  const { direction } = localeTraits[locale];
  return translate(locale, 'proposalFacts.fromTo', {
    before: isolate(before, direction),
    after: isolate(after, direction),
  });
}

function isKeyOf<Known extends object>(known: Known, key: string): key is keyof Known & string {
  return Object.hasOwn(known, key);
}

function factName(name: string, locale: Locale): string {
  if (isSettingName(name)) return settingName(name, locale);
  return isKeyOf(enProposalFacts.names, name) ? translate(locale, `proposalFacts.names.${name}`) : name;
}

const depositSetting = /^DEPOSIT_(?<what>XPUB|ADDRESS)_(?<chain>.+)$/;

function settingName(name: SettingName, locale: Locale): string {
  if (isKeyOf(enProposalFacts.settings, name)) return translate(locale, `proposalFacts.settings.${name}`);
  const { what, chain = '' } = depositSetting.exec(name)?.groups ?? {};
  const known = Object.keys(chainTraits).find((each) => each === chain.toLowerCase());
  return translate(locale, `proposalFacts.${what === 'XPUB' ? 'depositKey' : 'depositAddress'}`, {
    chain: known === undefined ? chain : chainTraits[known as Chain].name,
  });
}

const correction = /^(?<template>[a-z_]+) · (?<rest>.+)$/;
const reversal = /^(?<kind>[a-z_]+) (?<id>[\da-f]{8}-[\da-f-]{27})$/;

/** What a proposal is about. */
export function subjectText(name: string, locale: Locale): string {
  if (isSettingName(name)) return settingName(name, locale);
  const role = staffRoles.find((each) => each === name);
  if (role) return translate(locale, `proposalFacts.roles.${role}`);
  const { template, rest } = correction.exec(name)?.groups ?? {};
  const known = correctionTemplates.find((each) => each === template);
  if (known !== undefined && known in enProposalFacts.templates)
    return `${wordOf('templates', known, locale)} · ${rest}`;
  const { kind, id } = reversal.exec(name)?.groups ?? {};
  return kind !== undefined && isKeyOf(enProposalFacts.transferKinds, kind)
    ? `${wordOf('transferKinds', kind, locale)} ${id}`
    : name;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const percent = /^(?<percent>[\d.]+) %$/;
const moved =
  /^(?:(?<owner>house|@\S+) · (?<kind>\w+): )?(?<before>-?[\d.]+) → (?<after>-?[\d.]+) (?<asset>\S+)$/;
const placeAmongAll = /^(?<place>\d+) of (?<count>\d+)$/;

function factText({ name, value }: { name: string; value: unknown }, locale: Locale): string {
  if (value === null) return translate(locale, 'proposalFacts.none');
  if (typeof value === 'boolean') return translate(locale, `proposalFacts.${value ? 'yes' : 'no'}`);
  if (typeof value === 'number') return numberText(value, locale);
  if (typeof value === 'string') return wordsOf({ name, text: value }, locale);
  if (Array.isArray(value)) return listText({ name, values: value }, locale);
  const texts = localTextsShape.safeParse(value);
  return oneLine(texts.success ? textIn(texts.data, locale) : JSON.stringify(value));
}

function numberText(value: number, locale: Locale, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(localeTraits[locale].formatTag, options).format(value);
}

function listText({ name, values }: { name: string; values: readonly unknown[] }, locale: Locale): string {
  if (values.length === 0) return translate(locale, 'proposalFacts.none');
  const inOrder = name === 'permissions' ? permissions.filter((each) => values.includes(each)) : values;
  const texts = inOrder.map((value) => factText({ name, value }, locale));
  return new Intl.ListFormat(localeTraits[locale].formatTag, { type: 'unit' }).format(texts);
}

function wordsOf({ name, text }: { name: string; text: string }, locale: Locale): string {
  if (isoTime.test(text)) return timeText(text, locale);
  const share = percent.exec(text)?.groups?.['percent'];
  // A share, not money: it is exact in a number.
  if (isSettingName(name) && share !== undefined)
    return numberText(Number(share) / 100, locale, { style: 'percent', maximumFractionDigits: 2 });
  const { place, count } = (name === 'place' && placeAmongAll.exec(text)?.groups) || {};
  if (place !== undefined && count !== undefined)
    return translate(locale, 'proposalFacts.placeOf', {
      place: numberText(Number(place), locale),
      count: numberText(Number(count), locale),
    });
  return oneLine(movedText(text, locale) ?? recordedWord(name, text, locale) ?? text);
}

function movedText(text: string, locale: Locale): string | undefined {
  const { owner, kind = '', before, after, asset } = moved.exec(text)?.groups ?? {};
  if (asset === undefined) return undefined;
  const change = fromTo(`${before} ${asset}`, `${after} ${asset}`, locale);
  if (owner === undefined) return `${asset}: ${change}`;
  const whose = owner === 'house' ? translate(locale, 'proposalFacts.house') : owner;
  return `${whose} · ${wordOf('accountKinds', kind, locale) ?? kind}: ${change}`;
}

/** The groups of texts by the fact that has such words. */
const groupOfFact = {
  permissions: 'permissions',
  role: 'roles',
  state: 'states',
  template: 'templates',
  kind: 'transferKinds',
  frozenBy: 'freezers',
} as const;

const levelSentences = {
  'everybody who was given no other': 'everybodyElse',
  'whoever is given it': 'whoeverIsGiven',
  'the contact page': 'contactPage',
  'no limit': 'unlimited',
} as const;
const levelFact = /^(isOf|adviceForHigher|\w+In(24Hours|30Days))$/;

/** Undefined: it has no words of its own. */
function recordedWord(name: string, text: string, locale: Locale): string | undefined {
  if (isKeyOf(groupOfFact, name)) return wordOf(groupOfFact[name], text, locale);
  if (!levelFact.test(name) || !isKeyOf(levelSentences, text)) return undefined;
  return translate(locale, `proposalFacts.${levelSentences[text]}`);
}

type Group = (typeof groupOfFact)[keyof typeof groupOfFact] | 'accountKinds';

function wordOf(group: Group, word: string, locale: Locale): string | undefined {
  const found = word
    .split('.')
    .reduce<unknown>(
      (tree, step) => (typeof tree === 'object' && tree !== null ? Reflect.get(tree, step) : undefined),
      enProposalFacts[group],
    );
  // English has the same texts as every other language.
  return typeof found === 'string'
    ? translate(locale, `proposalFacts.${group}.${word}` as TextKey)
    : undefined;
}
