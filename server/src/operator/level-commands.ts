import { type LocalTexts, withoutEmpty } from '@mercury/contract/api/local-texts.ts';
import {
  levelAdviceSchema,
  levelLimits,
  levelNameSchema,
  levelReferenceSchema,
  type Level,
  type LevelLimit,
  type LevelTerms,
} from '@mercury/contract/console/levels.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { parseAmountOutside } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { changeLevelAtOnce, type LevelParameters } from '../console/levels/change-level.ts';
import { DomainError } from '../errors.ts';
import { giveLevel } from '../features/levels/give-level.ts';
import { listLevels, usdText } from '../features/levels/levels.ts';
import { findAccount } from './account-commands.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';
import { readSettings } from './read-settings.ts';

/** As a setting of the command. */
const settingOf = {
  depositDay: 'deposit-day',
  depositMonth: 'deposit-month',
  withdrawalDay: 'withdrawal-day',
  withdrawalMonth: 'withdrawal-month',
  tradeDay: 'trade-day',
  tradeMonth: 'trade-month',
} as const satisfies Readonly<Record<LevelLimit, string>>;
const nameSettings = { fa: 'name.fa', ru: 'name.ru', zh: 'name.zh' } as const;
const adviceSettings = { en: 'advice.en', fa: 'advice.fa', ru: 'advice.ru', zh: 'advice.zh' } as const;
const settingNames = [
  'place',
  ...levelLimits.map((limit) => settingOf[limit]),
  ...Object.values(nameSettings),
  ...Object.values(adviceSettings),
] as const;
type Said = Readonly<Partial<Record<(typeof settingNames)[number], string>>>;
const unlimited = 'none';

export const levelCommands: OperatorCommands = {
  levels: {
    parameters: [],
    help: 'from the lowest on: the limits of each in US dollars, and how many people were given it',
    run: async ({ db }) => {
      const levels = await listLevels(db.pool);
      if (levels.length === 0) return 'There are no levels, and no limits of them';
      return tableOf(
        ['level', ...levelLimits.map((limit) => settingOf[limit]), 'people'],
        levels.map(lineOf),
      );
    },
  },
  'set-level': {
    parameters: ['<account>', '<level>', '<reference>', '<note...>'],
    help: 'gives a level; the reference says where documents are checked, the note why. Its person is told',
    run: give,
  },
  'define-level': {
    parameters: ['<level>', '<settings...>'],
    help: `makes or changes a level: ${settingNames.map((name) => `${name}=`).join(' ')}; limits in US dollars or ${unlimited}`,
    run: define,
  },
  'remove-level': {
    parameters: ['<level>'],
    help: 'one that nobody was given; without any there are no limits of levels',
    run: async (context, [name = '']) => {
      const { id } = await requireLevel(context, name);
      await change(context, { id, isNew: false, terms: null, place: 1 });
      return `There is no level ${name} any more`;
    },
  },
};

function lineOf({ name, limits, peopleCount }: Level): string[] {
  return [name.en, ...levelLimits.map((limit) => limits[limit] ?? unlimited), String(peopleCount)];
}

async function findLevel({ db }: OperatorContext, name: string) {
  const levels = await listLevels(db.pool);
  const at = levels.findIndex((level) => level.name.en.toLowerCase() === name.toLowerCase());
  return { level: levels[at], place: at < 0 ? levels.length + 1 : at + 1 };
}

async function requireLevel(context: OperatorContext, name: string) {
  const { level } = await findLevel(context, name);
  if (level === undefined) throw new RefusedError(`There is no level ${JSON.stringify(name)}`);
  return level;
}

async function give(
  context: OperatorContext,
  [account = '', name = '', reference = '', note = '']: readonly string[],
): Promise<string> {
  if (!levelReferenceSchema.safeParse(reference).success || !whySchema.safeParse(note).success)
    throw new RefusedError('The reference has 1 to 200 characters, the note 3 to 500');
  const user = await findAccount(context.db, account);
  const level = await requireLevel(context, name);
  const actor = { kind: 'operator', name: context.operator } as const;
  await refusing(
    () => giveLevel(context.db, { userId: user.id, levelId: level.id, note, reference, actor }),
    { NothingToChange: `${user.username} has this level already` },
  );
  return `${user.username} has the level ${level.name.en} now`;
}

async function define(context: OperatorContext, [name = '', text = '']: readonly string[]): Promise<string> {
  const settings = readSettings(text, settingNames);
  const { level, place } = await findLevel(context, name);
  const limitOf = (limit: LevelLimit): string | null => {
    const said = settings[settingOf[limit]];
    return said === undefined ? (level?.limits[limit] ?? null) : readLimit(said);
  };
  const terms: LevelTerms = {
    name: readName(level?.name ?? { en: name }, settings),
    advice: readAdvice(level?.advice ?? null, settings),
    limits: {
      depositDay: limitOf('depositDay'),
      depositMonth: limitOf('depositMonth'),
      withdrawalDay: limitOf('withdrawalDay'),
      withdrawalMonth: limitOf('withdrawalMonth'),
      tradeDay: limitOf('tradeDay'),
      tradeMonth: limitOf('tradeMonth'),
    },
  };
  await change(context, {
    id: level?.id ?? uuidv7(),
    isNew: level === undefined,
    terms,
    place: settings.place === undefined ? place : readPlace(settings.place),
  });
  return `The level ${terms.name.en} is defined`;
}

/** An empty text takes one away: English stands in for it. */
function readName(present: LocalTexts, said: Said): LocalTexts {
  const inLanguage = (locale: Exclude<Locale, 'en'>) => said[nameSettings[locale]] ?? present[locale] ?? '';
  const { success, data } = levelNameSchema.safeParse({
    en: present.en,
    fa: inLanguage('fa'),
    ru: inLanguage('ru'),
    zh: inLanguage('zh'),
  });
  if (!success) throw new RefusedError('A level has a name of 1 to 40 characters in each language');
  return withoutEmpty(data);
}

/** Without any text people are sent to the contact page. */
function readAdvice(present: LocalTexts | null, said: Said): LocalTexts | null {
  const inLanguage = (locale: Locale) => said[adviceSettings[locale]] ?? present?.[locale] ?? '';
  const texts = { en: inLanguage('en'), fa: inLanguage('fa'), ru: inLanguage('ru'), zh: inLanguage('zh') };
  if (Object.values(texts).every((text) => text === '')) return null;
  const { success, data } = levelAdviceSchema.safeParse(texts);
  if (!success)
    throw new RefusedError('Advice is in English at least, up to 500 characters in each language');
  return withoutEmpty(data);
}

function readLimit(text: string): string | null {
  if (text === unlimited) return null;
  const amount = parseAmountOutside('USD', text);
  if (amount === undefined) throw new RefusedError(`${JSON.stringify(text)} is no amount of US dollars`);
  return usdText(amount.minorUnits);
}

function readPlace(text: string): number {
  if (!/^[1-9][0-9]?$/.test(text)) throw new RefusedError(`${JSON.stringify(text)} is no place: from 1 on`);
  return Number(text);
}

async function change({ db, operator }: OperatorContext, parameters: LevelParameters): Promise<void> {
  const actor = { kind: 'operator', name: operator } as const;
  await refusing(() => changeLevelAtOnce(db, parameters, actor), {
    LevelInUse: 'Somebody was given this level: give them another first',
    NothingToChange: 'The level is so already',
  });
}

async function refusing(
  run: () => Promise<void>,
  texts: Readonly<Partial<Record<DomainError['code'], string>>>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    const text = error instanceof DomainError ? texts[error.code] : undefined;
    if (text === undefined) throw error;
    throw new RefusedError(text);
  }
}
