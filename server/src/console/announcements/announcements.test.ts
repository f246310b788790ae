import { endpoints } from '@mercury/contract/api/index.ts';
import * as announcements from '@mercury/contract/console/announcements.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { runJob } from '../../test/money.ts';
import { makePerson } from '../../test/person.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let owner: StaffPerson;
beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  owner = await makeStaff(testApp, 'owner');
});
beforeEach(() => testApp.db.pool.query('delete from announcement'));
afterAll(() => testApp.close());

const texts = { en: 'Maintenance', fa: 'تعمیر', ru: '', zh: '' };

function write(body: object = {}): Promise<TestReply> {
  return callConsole(testApp, announcements.announce, {
    token: owner.token,
    body: { texts, startsAt: null, endsAt: null, isMailed: false, ...body },
  });
}

function end(id: string): Promise<TestReply> {
  const path = `/announcements/${id}/end` as const;
  return callConsole(testApp, { ...announcements.endAnnouncement, path }, { token: owner.token });
}

async function list(cursor?: string) {
  const path = `/announcements${cursor === undefined ? '' : `?cursor=${cursor}`}` as const;
  return consoleSuccess(
    announcements.listAnnouncements,
    await callConsole(testApp, { ...announcements.listAnnouncements, path }, { token: owner.token }),
  );
}

it('what is written is told to everybody in their language, until somebody ends it', async () => {
  const person = await makePerson(testApp);
  const toldIn = async (language: string) => {
    const reply = await testApp.call('GET', '/notices', {
      token: person.token,
      headers: { 'accept-language': language },
    });
    return succeeded(endpoints.listNotices, reply).notices.flatMap((notice) =>
      notice.kind === 'announcement' ? [notice.text] : [],
    );
  };
  const { announcement } = consoleSuccess(announcements.announce, await write());
  expect(announcement).toMatchObject({
    texts: { en: 'Maintenance', fa: 'تعمیر' },
    endsAt: null,
    state: 'shown',
    mailCount: null,
  });
  expect(await newestEntry(testApp)).toMatchObject({
    actor: owner.email,
    action: 'announcement.write',
    subject_id: announcement.id,
    after: { texts: { en: 'Maintenance', fa: 'تعمیر' }, isMailed: false },
  });
  expect([await toldIn('fa'), await toldIn('ru')]).toEqual([['تعمیر'], ['Maintenance']]);
  expect((await end(announcement.id)).status).toBe(200);
  expect(await toldIn('fa')).toEqual([]);
  expect(await newestEntry(testApp)).toMatchObject({ action: 'announcement.end' });
  expect((await list()).announcements).toMatchObject([{ id: announcement.id, state: 'ended' }]);
  expect((await end(announcement.id)).status, 'by somebody else').toBe(404);
});

it('one that is mailed reaches people by mail, and the list says how many; the log says who had it mailed', async () => {
  const person = await makePerson(testApp);
  const { announcement } = consoleSuccess(announcements.announce, await write({ isMailed: true }));
  expect(announcement.mailCount).toBe(0);
  expect(await newestEntry(testApp)).toMatchObject({
    actor: owner.email,
    action: 'announcement.write',
    after: { isMailed: true },
  });
  await runJob(testApp, 'mail-announcements', {});
  const [mail] = await testApp.mailsTo(person.email);
  expect(mail?.subject).toBe('News from Mercury');
  expect(mail?.text).toContain('\n\nMaintenance\n\n');
  const { rows } = await testApp.db.pool.query('select mail_count from announcement');
  expect((await list()).announcements).toMatchObject([{ mailCount: rows[0].mail_count }]);
  expect(rows[0].mail_count).toBeGreaterThan(0);
});

it.each([
  [{ isMailed: 'yes' }, 'isMailed'],
  [{ texts: { ...texts, en: ' ' } }, 'texts.en'],
  [{ endsAt: '2020-01-01T00:00:00.000Z' }, 'endsAt'],
  [{ startsAt: '2099-01-02T00:00:00.000Z', endsAt: '2099-01-01T00:00:00.000Z' }, 'endsAt'],
])('nothing is told with %j', async (body, field) => {
  const reply = await write(body);
  expect([reply.status, reply.body.errors[0]?.field]).toEqual([400, field]);
});

it('they are listed by pages, newest first', async () => {
  await testApp.db.pool.query(
    `insert into announcement (id, texts, starts_at)
     select ('00000000-0000-7000-8000-' || lpad((1000 - number)::text, 12, '0'))::uuid,
            jsonb_build_object('en', 'Number ' || number),
            -- Two begin together, one at the end of a page.
            now() - make_interval(hours => case number when 51 then 50 else number end)
       from generate_series(1, 55) as number`,
  );
  const first = await list();
  expect(first.announcements.map(({ texts: { en } }) => en).slice(0, 2)).toEqual(['Number 1', 'Number 2']);
  const second = await list(first.nextCursor ?? '');
  expect(second.announcements.map(({ texts: { en } }) => en)).toEqual(
    [51, 52, 53, 54, 55].map((number) => `Number ${number}`),
  );
  expect(second.nextCursor).toBeNull();
  const wrong = { ...announcements.listAnnouncements, path: '/announcements?cursor=x' } as const;
  expect((await callConsole(testApp, wrong, { token: owner.token })).status).toBe(400);
  const { token } = await makeStaff(testApp, 'support');
  const refused = await callConsole(testApp, announcements.announce, { token, body: {} });
  expect(refused.status).toBe(403);
  expect((await end(uuidv7())).status).toBe(404);
});
