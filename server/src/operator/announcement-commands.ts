import type { LocalTexts } from '@mercury/contract/api/local-texts.ts';
import { idSchema } from '@mercury/contract/api/shapes.ts';
import { limits } from '@mercury/contract/limits.ts';
import { isLocale, locales } from '@mercury/contract/locales.ts';
import { announce, endAnnouncement, listAnnouncements } from '../features/notices/announcements.ts';
import { RefusedError, tableOf, type OperatorCommands, type OperatorContext } from './command.ts';

export const announcementCommands: OperatorCommands = {
  announce: {
    parameters: ['<words...>'],
    help: 'tells everybody in the app, with mail=yes by mail too: en=<text> fa=<text> ru=<text> zh=<text> from=<time> until=<time>; all but en are optional',
    run: (context, [words = '']) => tell(context, words),
  },
  announcements: {
    parameters: [],
    help: 'what you told everybody, from when until when',
    run: ({ db }) => list(db),
  },
  'end-announcement': {
    parameters: ['<id>'],
    help: 'takes it from all lists at once',
    run: (context, [id = '']) => end(context, id),
  },
};

async function tell({ db, operator }: OperatorContext, words: string): Promise<string> {
  const { from, until, mail, ...texts } = readWords(words);
  const startsAt = from === undefined ? undefined : readTime(from);
  const endsAt = until === undefined ? undefined : readTime(until);
  if (endsAt !== undefined && endsAt <= (startsAt ?? new Date())) {
    throw new RefusedError('It would end before it begins');
  }
  if (mail !== undefined && mail !== 'yes') throw new RefusedError('mail= takes yes, or is left out');
  const actor = { kind: 'operator', name: operator } as const;
  const { id } = await announce(db, {
    texts: readTexts(texts),
    startsAt,
    endsAt,
    isMailed: mail === 'yes',
    actor,
  });
  return `Announced as ${id}`;
}

const settingWords: readonly string[] = ['from', 'until', 'mail'];
const nextWord = new RegExp(`\\s+(?=(?:${[...settingWords, ...locales].join('|')})=)`);

/** Reads `en=The text fa=...`: a text ends at the next name. @throws RefusedError */
function readWords(words: string): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const part of words.split(nextWord)) {
    const [, name = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(part) ?? [];
    if (!settingWords.includes(name) && !isLocale(name)) {
      throw new RefusedError(`${JSON.stringify(part)} begins with no language, from=, until= or mail=`);
    }
    if (Object.hasOwn(read, name)) throw new RefusedError(`${name} is said twice`);
    read[name] = value.trim();
  }
  return read;
}

function readTexts(texts: Readonly<Record<string, string>>): LocalTexts {
  const { en } = texts;
  if (en === undefined) throw new RefusedError('English is needed: en=<text>. It stands in for the others');
  for (const [language, text] of Object.entries(texts)) {
    if (text === '' || text.length > limits.announcementLengthMax) {
      throw new RefusedError(
        `The text of ${language} has ${text.length} characters, not 1 to ${limits.announcementLengthMax}`,
      );
    }
  }
  return { ...texts, en };
}

/** @throws RefusedError */
function readTime(text: string): Date {
  const isWhole = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (isWhole && !Number.isNaN(time.getTime())) return time;
  throw new RefusedError(`${JSON.stringify(text)} is no time such as 2026-12-24 or 2026-12-24T18:00Z`);
}

async function list(db: OperatorContext['db']): Promise<string> {
  const announcements = await listAnnouncements(db);
  if (announcements.length === 0) return 'There are none';
  return tableOf(
    ['id', 'state', 'from (UTC)', 'until (UTC)', 'mails', 'languages', 'text'],
    announcements.map(({ id, state, starts_at, ends_at, mail_count, texts }) => [
      id,
      state,
      starts_at.toISOString(),
      ends_at?.toISOString() ?? '',
      mail_count?.toString() ?? '',
      Object.keys(texts).toSorted().join(' '),
      texts.en,
    ]),
  );
}

async function end({ db, operator }: OperatorContext, id: string): Promise<string> {
  const isKnown =
    idSchema.safeParse(id).success &&
    (await endAnnouncement(db, { id, actor: { kind: 'operator', name: operator } }));
  if (!isKnown) throw new RefusedError(`No announcement ${JSON.stringify(id)} is shown or will be`);
  return 'Nobody is shown it any more';
}
