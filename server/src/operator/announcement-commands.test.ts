import { endpoints } from '@mercury/contract/api/index.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, succeeded, type TestApp } from '../test/app.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { announcementCommands } from './announcement-commands.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  person = await makePerson(testApp);
});
beforeEach(() => testApp.db.pool.query('delete from announcement'));
afterAll(() => testApp.close());

async function run(name: keyof typeof announcementCommands, ...words: string[]): Promise<string> {
  const { db, ownerDb, config, settings } = testApp;
  return (
    (await announcementCommands[name]?.run({ db, ownerDb, config, settings, operator: 'grace' }, words)) ??
    'no such command'
  );
}

const idIn = (told: string): string => told.replace('Announced as ', '');

async function textsFor(locale: Locale): Promise<(string | false)[]> {
  const headers = { 'accept-language': locale };
  const reply = await testApp.call('GET', '/notices', { token: person.token, headers });
  const { notices } = succeeded(endpoints.listNotices, reply);
  return notices.map((notice) => notice.kind === 'announcement' && notice.text);
}

it('everybody reads an announcement in their language, else in English, until it is ended', async () => {
  expect(await run('announcements')).toBe('There are none');
  const id = idIn(await run('announce', 'en=We are away on Sunday = 4 to 5 fa=یکشنبه ۴ تا ۵ نیستیم'));
  expect(await textsFor('en')).toEqual(['We are away on Sunday = 4 to 5']);
  expect(await textsFor('fa')).toEqual(['یکشنبه ۴ تا ۵ نیستیم']);
  expect(await textsFor('zh')).toEqual(['We are away on Sunday = 4 to 5']);
  expect(await run('announcements')).toMatch(new RegExp(`${id}\\s+shown .+ en fa\\s+We are away`));
  expect(await run('end-announcement', id)).toBe('Nobody is shown it any more');
  expect(await textsFor('en')).toEqual([]);
  await expect(run('end-announcement', id)).rejects.toThrow('is shown or will be');
  const { rows } = await testApp.db.pool.query(
    `select action as command, actor as operator from audit_entry where subject_id = $1 order by seq`,
    [id],
  );
  expect(rows).toEqual([
    { command: 'announcement.write', operator: 'grace' },
    { command: 'announcement.end', operator: 'grace' },
  ]);
});

it('one is shown from its time until its time, and can be taken back before', async () => {
  await run('announce', 'en=Over until=2999-01-01T00:00Z');
  await testApp.db.pool.query(
    `update announcement set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'`,
  );
  const later = idIn(await run('announce', 'en=Later from=2999-01-01 until=2999-01-02T18:30+03:30'));
  expect(await textsFor('en')).toEqual([]);
  expect(await run('announcements')).toMatch(/waiting[^]*ended/);
  await run('end-announcement', later);
  expect(await run('announcements')).not.toContain('waiting');
});

it('one is mailed where mail=yes says so, and the list says to how many by now', async () => {
  await run('announce', 'en=Quiet');
  await run('announce', 'mail=yes en=Loud from=2999-01-01');
  expect(await run('announcements')).toMatch(
    /waiting\s+\S+Z  -\s+0\s+en\s+Loud\n.*shown\s+\S+Z  -\s+-\s+en\s+Quiet/,
  );
  const { rows } = await testApp.db.pool.query(
    `select after -> 'isMailed' as is_mailed from audit_entry where action = 'announcement.write' order by seq desc limit 2`,
  );
  expect(rows).toEqual([{ is_mailed: true }, { is_mailed: false }]);
});

it.each([
  ['fa=فقط فارسی', 'English is needed'],
  ['Hello everybody', 'begins with no language'],
  ['en=One en=Two', 'en is said twice'],
  ['en=Hi mail=no', 'mail= takes yes'],
  ['en=', 'not 1 to'],
  [`en=${'x'.repeat(501)}`, 'has 501 characters'],
  ['en=Soon from=tomorrow', 'is no time'],
  ['en=Soon from=2999-01-02 until=2999-01-01', 'end before it begins'],
  ['en=Soon until=2001-01-01', 'end before it begins'],
])('refuses %s', async (words, reason) => {
  await expect(run('announce', words)).rejects.toThrow(reason);
  expect(await run('announcements')).toBe('There are none');
});

it('an unknown one can’t be ended', async () => {
  await expect(run('end-announcement', 'no-id')).rejects.toThrow('is shown or will be');
});
