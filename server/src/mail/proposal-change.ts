import { isDeepStrictEqual } from 'node:util';
import { localTextsShape, textIn } from '@mercury/contract/api/local-texts.ts';
import { permissions } from '@mercury/contract/console/permissions.ts';
import { isSettingName, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { chainTraits, type Chain } from '@mercury/contract/money/asset.ts';
import * as z from 'zod/mini';
import { consoleText, transferKindText } from '../i18n/console-text.ts';
import { timeText } from '../i18n/time-text.ts';
import { translate } from '../i18n/translate.ts';
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
    const missing = isSettingName(name) ? 'settings.none' : nothingIs ? 'facts.none' : undefined;
    const textOf = (value: unknown): string | undefined =>
      value === undefined ? missing && word(missing, locale) : factText({ name, value }, locale);
    const [was, willBe] = [textOf(before[name]), textOf(after[name])];
    const value =
      was !== undefined && willBe !== undefined ? fromTo(was, willBe, locale) : (was ?? willBe ?? '');
    return { label: factName(name, locale), value, isLeftToRight: false };
  });
}

function fromTo(before: string, after: string, locale: Locale): string {
  const { direction } = localeTraits[locale];
  return translate(locale, 'staffMails.proposalDelayed.fromTo', {
    before: isolate(before, direction),
    after: isolate(after, direction),
  });
}

/** Of the console. Where it has none, what was recorded is better than nothing. */
function word(key: string, locale: Locale, recorded = ''): string {
  return consoleText(locale, key) ?? recorded;
}

function factName(name: string, locale: Locale): string {
  return isSettingName(name) ? settingName(name, locale) : word(`facts.names.${name}`, locale, name);
}

const depositSetting = /^DEPOSIT_(?<what>XPUB|ADDRESS)_(?<chain>.+)$/;

function settingName(name: SettingName, locale: Locale): string {
  const { what, chain = '' } = depositSetting.exec(name)?.groups ?? {};
  if (what === undefined) return word(`settings.names.${name}`, locale, name);
  const known = Object.keys(chainTraits).find((each) => each === chain.toLowerCase());
  const values = { chain: known === undefined ? chain : chainTraits[known as Chain].name };
  const key = what === 'XPUB' ? 'settings.depositKey' : 'settings.depositAddress';
  return consoleText(locale, key, values) ?? name;
}

const correction = /^(?<template>[a-z_]+) · (?<rest>.+)$/;
const reversal = /^(?<kind>[a-z_]+) (?<id>[\da-f]{8}-[\da-f-]{27})$/;

/** What a proposal is about. */
export function subjectText(name: string, locale: Locale): string {
  if (isSettingName(name)) return settingName(name, locale);
  const role = consoleText(locale, `roles.${name}`);
  if (role !== undefined) return role;
  const { template, rest } = correction.exec(name)?.groups ?? {};
  const done = template && consoleText(locale, `books.correct.templates.${template}`);
  if (done !== undefined) return `${done} · ${rest}`;
  const { kind, id } = reversal.exec(name)?.groups ?? {};
  const moved = kind && transferKindText(locale, kind);
  return moved === undefined ? name : `${moved} ${id}`;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const percent = /^(?<percent>[\d.]+) %$/;
const moved =
  /^(?:(?<owner>house|@\S+) · (?<kind>\w+): )?(?<before>-?[\d.]+) → (?<after>-?[\d.]+) (?<asset>\S+)$/;
const placeAmongAll = /^(?<place>\d+) of (?<count>\d+)$/;

function factText({ name, value }: { name: string; value: unknown }, locale: Locale): string {
  if (value === null) return word('facts.none', locale);
  if (typeof value === 'boolean') return word(value ? 'facts.yes' : 'facts.no', locale);
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
  if (values.length === 0) return word('facts.none', locale);
  const inOrder = name === 'permissions' ? permissions.filter((each) => values.includes(each)) : values;
  const texts = inOrder.map((value) => factText({ name, value }, locale));
  return new Intl.ListFormat(localeTraits[locale].formatTag, { type: 'unit' }).format(texts);
}

function wordsOf({ name, text }: { name: string; text: string }, locale: Locale): string {
  // Somebody may call a venue like a time that there is none of: no words of theirs may keep the mail from being written.
  if (isoTime.test(text) && !Number.isNaN(Date.parse(text))) return timeText(text, locale);
  const share = percent.exec(text)?.groups?.['percent'];
  // A share, not money: it is exact in a number.
  if (isSettingName(name) && share !== undefined)
    return numberText(Number(share) / 100, locale, { style: 'percent', maximumFractionDigits: 2 });
  const { place, count } = (name === 'place' && placeAmongAll.exec(text)?.groups) || {};
  if (place !== undefined && count !== undefined) return placeText(Number(place), Number(count), locale);
  return oneLine(movedText(text, locale) ?? recordedWord(name, text, locale) ?? text);
}

function placeText(place: number, count: number, locale: Locale): string {
  const values = { place: numberText(place, locale), count: numberText(count, locale) };
  return consoleText(locale, 'levels.placeOf', values) ?? `${place}/${count}`;
}

function movedText(text: string, locale: Locale): string | undefined {
  const { owner, kind = '', before, after, asset } = moved.exec(text)?.groups ?? {};
  if (asset === undefined) return undefined;
  const change = fromTo(`${before} ${asset}`, `${after} ${asset}`, locale);
  if (owner === undefined) return `${asset}: ${change}`;
  const whose = owner === 'house' ? word('books.house', locale) : owner;
  return `${whose} · ${word(`books.accountKinds.${kind}`, locale, kind)}: ${change}`;
}

/** Where the console has the words of a fact's values. */
const groupOfFact: Readonly<Record<string, string>> = {
  permissions: 'permissions',
  role: 'roles',
  state: 'withdrawals.states',
  template: 'books.correct.templates',
  frozenBy: 'facts.freezers',
};

const levelSentences: Readonly<Record<string, string>> = {
  'everybody who was given no other': 'levels.everybodyElse',
  'whoever is given it': 'levels.whoeverIsGiven',
  'the contact page': 'levels.contactPage',
  'no limit': 'levels.unlimited',
};
const levelFact = /^(isOf|adviceForHigher|\w+In(24Hours|30Days))$/;

/** Undefined: it has no words of its own. */
function recordedWord(name: string, text: string, locale: Locale): string | undefined {
  if (name === 'kind') return transferKindText(locale, text);
  const group = groupOfFact[name];
  if (group !== undefined) return consoleText(locale, `${group}.${text}`);
  const sentence = levelFact.test(name) ? levelSentences[text] : undefined;
  return sentence === undefined ? undefined : consoleText(locale, sentence);
}
