import { endpoints } from '@mercury/contract/api/index.ts';
import { noticeDefaults, type KeptNews } from '@mercury/contract/api/notices.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { countMails } from '../../test/account-security.ts';
import { listenForStreams } from '../../test/event-streams.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { enqueueAnnouncements } from '../../mail/enqueue-mail.ts';
import { writeNotice } from './write-notice.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const choose = (subject: string, channel: string, isOn: boolean, { token } = person) =>
  testApp.call('PUT', '/notices/choices', { token, body: { subject, channel, isOn } });

async function choices() {
  const reply = await testApp.call('GET', '/notices/choices', { token: person.token });
  return succeeded(endpoints.getNoticeChoices, reply).choices;
}

const news: KeptNews = {
  kind: 'price_alert',
  currency: 'BTC',
  direction: 'above',
  line: '60000.00',
  price: '60001.00',
};

async function tell(): Promise<{ listed: number; mails: number }> {
  await inTransaction(testApp.db, async (trx) => {
    const user = await lockPerson(trx, person.user.id);
    if (user !== undefined) await writeNotice(trx, user, news);
  });
  const reply = await testApp.call('GET', '/notices', { token: person.token });
  const { notices, unreadCount } = succeeded(endpoints.listNotices, reply);
  expect(unreadCount).toBe(notices.length);
  return { listed: notices.length, mails: await countMails(testApp, person.email, 'notice') };
}

test('until somebody chooses, the defaults hold', async () => {
  expect(await choices()).toEqual(noticeDefaults);
  expect(await tell()).toEqual({ listed: 1, mails: 1 });
});

describe('a choice', () => {
  test('changes its subject and channel alone, and holds', async () => {
    succeeded(endpoints.setNoticeChoice, await choose('trades', 'mail', true));
    const { choices: answered } = succeeded(endpoints.setNoticeChoice, await choose('alerts', 'app', false));
    const expected = {
      ...noticeDefaults,
      trades: { app: true, mail: true },
      alerts: { app: false, mail: true },
    };
    expect(answered).toEqual(expected);
    expect(await choices()).toEqual(expected);
  });

  test('leaves what was chosen for the other channel of its subject', async () => {
    await choose('trades', 'mail', true);
    await choose('trades', 'app', false);
    expect((await choices()).trades).toEqual({ app: false, mail: true });
    await choose('trades', 'mail', false);
    expect((await choices()).trades).toEqual({ app: false, mail: false });
  });

  test('against the app shows and counts nothing more, until it is taken back', async () => {
    await choose('alerts', 'app', false);
    expect(await tell()).toEqual({ listed: 0, mails: 1 });
    await choose('alerts', 'app', true);
    expect(await tell()).toEqual({ listed: 2, mails: 2 });
  });

  test('against mails sends none', async () => {
    await choose('alerts', 'mail', false);
    expect(await tell()).toEqual({ listed: 1, mails: 0 });
  });

  test('against mails of announcements takes back those that wait', async () => {
    const addressee = { userId: person.user.id, email: person.email, locale: 'en' } as const;
    const values = { username: 'ada', announcementId: uuidv7(), text: 'Hello', language: 'en' } as const;
    await inTransaction(testApp.db, async (trx) => {
      await enqueueAnnouncements(trx, [{ addressee, values }]);
      await trx.client.query('delete from graphile_worker._private_jobs');
    });
    await choose('announcements', 'app', false);
    await choose('trades', 'mail', false);
    expect(await countMails(testApp, person.email, 'announcement')).toBe(1);
    await choose('announcements', 'mail', false);
    expect(await countMails(testApp, person.email, 'announcement')).toBe(0);
  });

  test('is told to the person’s other browsers', async () => {
    const stream = await (await listenForStreams(testApp)).open(person.token);
    await choose('trades', 'mail', true);
    await expect.poll(() => stream.text()).toContain('["notices"]');
    stream.close();
  });
});

test('mails about security are no choice', async () => {
  expect(refused(await choose('security', 'mail', false))).toMatchObject({ error: 'ValidationFailed' });
  expect(await choices()).toEqual(noticeDefaults);
});

test('mails of money that leaves end with a fresh proof only, and come back without', async () => {
  expect(refused(await choose('moneyOut', 'mail', false))).toMatchObject({ error: 'ProofRequired' });
  person = await makePerson(testApp, { isProved: true });
  succeeded(endpoints.setNoticeChoice, await choose('moneyOut', 'mail', false));
  await testApp.db.pool.query('update session set proved_at = null where user_id = $1', [person.user.id]);
  succeeded(endpoints.setNoticeChoice, await choose('moneyOut', 'mail', true));
  expect(await choices()).toEqual(noticeDefaults);
});
