import type { Locale } from '@mercury/contract/locales.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { inTransaction } from '../../db/database.ts';
import { enqueueMail, forgetMailsTo } from '../../mail/enqueue-mail.ts';
import { sendMail } from '../../mail/send-mail.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { insertPerson } from '../../test/insert-person.ts';
import { untilWaiting } from '../../test/markets.ts';
import { newRegistration } from '../../test/person.ts';
import { announce, endAnnouncement } from './announcements.ts';
import { announcementMailsWaitingMax, mailAnnouncements } from './mail-announcements.ts';

// No process takes jobs here, so what is written waits.
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.db.pool.query(
    `delete from announcement; delete from outgoing_mail; delete from graphile_worker._private_jobs;
     update app_user set deleted_at = now() where deleted_at is null`,
  );
});
afterAll(() => database.drop());

const run = () => mailAnnouncements(database);
const actor = { kind: 'operator', name: 'grace' } as const;
const texts = { en: 'We are away on Sunday', fa: 'یکشنبه نیستیم' };

async function makeReader(locale: Locale = 'en', isVerified = true): Promise<string> {
  const { user } = await insertPerson(database.db, { ...newRegistration(), locale, isVerified });
  // Who joined after the beginning gets none.
  await set(user.id, "created_at = now() - interval '1 day'");
  return user.id;
}

async function publish(terms: { startsAt?: Date; endsAt?: Date; isMailed?: boolean } = {}): Promise<string> {
  return (await announce(database.db, { texts, isMailed: true, actor, ...terms })).id;
}

async function mailsTo(userId: string): Promise<(string | undefined)[]> {
  const { rows } = await database.db.pool.query<{ text: string }>(
    `select template_values ->> 'text' as text from outgoing_mail where user_id = $1 and template = 'announcement'`,
    [userId],
  );
  return rows.map(({ text }) => text);
}

async function mailCount(): Promise<number | null> {
  return (await database.db.pool.query('select mail_count from announcement')).rows[0]?.mail_count;
}

async function set(userId: string, change: string): Promise<void> {
  await database.db.pool.query(`update app_user set ${change} where id = $1`, [userId]);
}

/** So many, whose accounts were made by one statement. */
async function makeCrowd(count: number): Promise<void> {
  await database.db.pool.query(
    `insert into app_user (id, username, email, name, password_hash, address, locale, email_verified_at, created_at)
     select gen_random_uuid(), 'crowd_' || number, number || '@crowd.example', 'Crowd', password_hash,
            left(address, -4) || lpad(number::text, 4, '0'), 'en', now(), pattern.created_at
       from generate_series(1, $1) as number, (select * from app_user where deleted_at is null limit 1) as pattern`,
    [count],
  );
}

test('each person is mailed once, in their language or else in English, though the job is repeated', async () => {
  const readers = [await makeReader('fa'), await makeReader('ru')] as const;
  await publish();
  await Promise.all([run(), run(), run()]);
  await run();
  expect([await mailsTo(readers[0]), await mailsTo(readers[1])]).toEqual([[texts.fa], [texts.en]]);
  expect(await mailCount()).toBe(2);
});

test('one that the operator does not mail is in the app alone', async () => {
  const reader = await makeReader();
  await publish({ isMailed: false });
  await run();
  expect([await mailsTo(reader), await mailCount()]).toEqual([[], null]);
});

describe('it is mailed from its beginning', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000);

  test('not before', async () => {
    const reader = await makeReader();
    await publish({ startsAt: inAnHour() });
    await run();
    expect(await mailsTo(reader)).toEqual([]);
    await database.db.pool.query('update announcement set starts_at = now()');
    await run();
    expect(await mailsTo(reader)).toEqual([texts.en]);
  });

  test('never where it was ended before, or is over', async () => {
    const reader = await makeReader();
    const id = await publish({ startsAt: inAnHour() });
    await endAnnouncement(database.db, { id, actor });
    await publish({ endsAt: inAnHour() });
    await database.db.pool.query(
      `update announcement set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'`,
    );
    await run();
    expect(await mailsTo(reader)).toEqual([]);
  });

  test('not to who joined after it', async () => {
    await publish();
    const reader = await makeReader();
    await set(reader, 'created_at = now()');
    await run();
    expect(await mailsTo(reader)).toEqual([]);
  });
});

test('nobody is mailed who turned it off, left or has not proved the email; a frozen account is', async () => {
  const off = await makeReader();
  await set(off, `notice_choices = '{"announcements": {"mail": false}}'`);
  const gone = await makeReader();
  await set(gone, 'deleted_at = now()');
  const unproved = await makeReader('en', false);
  const frozen = await makeReader();
  await set(frozen, "frozen_at = now(), frozen_by = 'operator'");
  await publish();
  await run();
  expect(await Promise.all([off, gone, unproved].map(mailsTo))).toEqual([[], [], []]);
  expect(await mailsTo(frozen)).toEqual([texts.en]);
});

test('one that is ended while a process is about to mail it is not mailed', async () => {
  const reader = await makeReader();
  const id = await publish();
  const client = await database.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from announcement for update');
    const begun = run();
    await untilWaiting({ ownerDb: database.db }, 'mail_count is not null');
    await client.query('update announcement set ends_at = clock_timestamp() where id = $1', [id]);
    await client.query('commit');
    await begun;
  } finally {
    client.release();
  }
  expect([await mailsTo(reader), await mailCount()]).toEqual([[], 0]);
});

describe('a mail that waited is sent', () => {
  /** Whether it was; it waits no longer either way. */
  async function sendWaiting(): Promise<boolean> {
    const deliver = vi.fn<MailTransport['deliver']>();
    const { rows } = await database.db.pool.query<{ id: string }>('select id from outgoing_mail');
    for (const { id } of rows) await sendMail({ ...database, config: readConfig({}) }, { deliver }, id);
    const left = await database.db.pool.query('select from outgoing_mail where sent_at is null');
    expect([rows.length, left.rowCount]).toEqual([1, 0]);
    return deliver.mock.calls.length === 1;
  }

  test.each([
    ['while it still counts', 'select', true],
    ['not once the announcement is over', 'update announcement set ends_at = now()', false],
    ['not once the announcement is gone', 'delete from announcement', false],
    // Whoever looked for readers in the same moment wrote it after the choice had taken the waiting ones back.
    [
      'not to who has turned such mails off',
      `update app_user set notice_choices = '{"announcements": {"mail": false}}'`,
      false,
    ],
    ['not to who has left', 'update app_user set deleted_at = now()', false],
  ])('%s', async (_, change, isSent) => {
    await makeReader();
    await publish();
    await run();
    await database.db.pool.query(change);
    expect(await sendWaiting()).toBe(isSent);
  });
});

test('of several the one that began first is mailed first', async () => {
  const reader = await makeReader();
  const later = await publish();
  await publish();
  await database.db.pool.query(
    `update announcement set starts_at = now() + interval '1 hour' * (case id when $1 then -1 else -2 end), texts = jsonb_build_object('en', case id when $1 then 'Later' else 'First' end)`,
    [later],
  );
  await set(reader, "created_at = now() - interval '1 day'");
  await run();
  expect(await mailsTo(reader)).toEqual(['First']);
});

describe('what waits to be sent', () => {
  const otherMail = (userId: string) =>
    inTransaction(database.db, (trx) =>
      enqueueMail(
        trx,
        { userId, email: 'ada@example.com', locale: 'en' },
        { template: 'email-taken', values: { username: 'ada' } },
      ),
    );
  const templatesLeft = async () =>
    (await database.db.pool.query('select template from outgoing_mail order by template')).rows.map(
      ({ template }) => template,
    );

  test('is taken back when the announcement is ended, and no other’s', async () => {
    const reader = await makeReader();
    await otherMail(reader);
    const id = await publish();
    await run();
    await publish();
    await run();
    await endAnnouncement(database.db, { id, actor });
    expect(await templatesLeft()).toEqual(['announcement', 'email-taken']);
  });

  test('is forgotten with whoever leaves, while a mail about their account is still sent', async () => {
    const [leaver, other] = [await makeReader(), await makeReader()];
    await otherMail(leaver);
    await publish();
    await run();
    await inTransaction(database.db, (trx) => forgetMailsTo(trx, leaver));
    expect(await templatesLeft()).toEqual(['announcement', 'email-taken']);
    expect(await mailsTo(other)).toEqual([texts.en]);
  });

  test('is sent behind all other mails, by half of the workers at most', async () => {
    await Promise.all([makeReader(), makeReader(), makeReader()]);
    await publish();
    await run();
    await otherMail(await makeReader());
    const { rows } = await database.db.pool.query(
      `select priority, queue_name is not null as is_in_lane, count(distinct queue_name)::int as lanes, count(*)::int
         from graphile_worker.jobs where task_identifier = 'send-mail' group by 1, 2 order by 1`,
    );
    expect(rows).toEqual([
      { priority: 0, is_in_lane: false, lanes: 0, count: 1 },
      { priority: 10, is_in_lane: true, lanes: 2, count: 3 },
    ]);
  });

  test('is little, however many people there are: the rest follows as it is sent, in the end to everybody', async () => {
    await makeReader();
    await makeCrowd(announcementMailsWaitingMax + 100);
    await publish();
    await run();
    expect(await mailCount()).toBe(announcementMailsWaitingMax);
    await run();
    expect(await mailCount()).toBe(announcementMailsWaitingMax);
    await database.db.pool.query(
      `update outgoing_mail set sent_at = now(), template_values = null
        where id in (select id from outgoing_mail limit 40)`,
    );
    await run();
    expect(await mailCount()).toBe(announcementMailsWaitingMax + 40);
    // The mail server refuses these again and again.
    await database.db.pool.query("update outgoing_mail set created_at = now() - interval '11 minutes'");
    await run();
    const { rows } = await database.db.pool.query(
      `select mail_count, mailed_at is not null as is_done,
              (select count(distinct user_id)::int from outgoing_mail) as people from announcement`,
    );
    const people = announcementMailsWaitingMax + 101;
    expect(rows).toEqual([{ mail_count: people, is_done: true, people }]);
  });

  test('is topped up in seconds while people are left, by one job at a time', async () => {
    await makeReader();
    await publish();
    await run();
    await publish();
    await run();
    const { rows } = await database.db.pool.query(
      `select run_at < now() + interval '10 seconds' as is_soon from graphile_worker.jobs
        where task_identifier = 'mail-announcements'`,
    );
    expect(rows).toEqual([{ is_soon: true }]);
  });
});
