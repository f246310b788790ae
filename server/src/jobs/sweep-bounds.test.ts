import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Feature } from '../feature.ts';
import { features } from '../features/features.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { insertPerson } from '../test/insert-person.ts';
import { sweep } from './handlers.ts';

let database: TestDatabase;
/** Whose rows are over, and whose end in a moment: of some tables a person has one row. */
let owners: readonly [string, string];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  owners = [await newOwner(), await newOwner()];
});
afterAll(() => database.drop());

const sweepDatabase = () =>
  sweep(features, {
    accountParts: features,
    db: database.db,
    events: { publish: () => undefined },
    log: pino({ level: 'silent' }),
  });

async function newOwner(): Promise<string> {
  const username = `person_${uuidv7().slice(-12)}`;
  const registration = { username, email: `${username}@example.com`, password: 'correct horse 7' };
  return (await insertPerson(database.db, registration)).user.id;
}

/** A row of an owner with a mark of its own, and the moment that counts, as SQL. */
interface Row {
  readonly owner: string;
  readonly mark: string;
  readonly at: string;
}

/** What is kept for a time: its table, how to keep a row, and how long after its moment it stays. */
interface Rule {
  readonly title: string;
  readonly table: string;
  readonly keptFor: string;
  readonly insert: (row: Row) => string;
  /** Where the mark is found again. */
  readonly mark: string;
}

const hashOf = (mark: string) => `sha256('${mark}')`;
const byHash = `encode(token_hash, 'hex')`;

function mail({ owner, mark }: Row, { createdAt, sentAt }: { createdAt: string; sentAt: string }): string {
  const values = sentAt === 'null' ? `'{}'` : 'null';
  return `insert into outgoing_mail (id, user_id, recipient, locale, template, template_values, created_at, sent_at)
    values (gen_random_uuid(), '${owner}', '${mark}', 'en', 'verify-email', ${values}, ${createdAt}, ${sentAt})`;
}

function verification({ owner, mark, at }: Row, purpose: 'email-change' | 'registration'): string {
  return `insert into email_verification (user_id, purpose, email, code_hash, code_expires_at, token_hash, token_expires_at)
    values ('${owner}', '${purpose}', '${mark}', ${hashOf(mark)}, now() - interval '1 hour', ${hashOf(mark)}, ${at})`;
}

const rules: readonly Rule[] = [
  {
    title: 'an idempotency key for 24 hours',
    table: 'idempotency',
    keptFor: '24 hours',
    insert: ({ owner, mark, at }) => `insert into idempotency (owner_id, key, fingerprint, reply, created_at)
      values ('${owner}', '${mark}', '', '{}', ${at})`,
    mark: 'key',
  },
  {
    title: 'a session until it was idle for too long',
    table: 'session',
    keptFor: '0',
    insert: ({ owner, mark, at }) => `insert into session
        (id, user_id, token_hash, is_remembered, idle_expires_at, absolute_expires_at, user_agent, network_address)
      values (gen_random_uuid(), '${owner}', ${hashOf(mark)}, false, ${at}, now() + interval '1 day', '${mark}', '')`,
    mark: 'user_agent',
  },
  {
    title: 'a link of a security mail until it ends',
    table: 'account_link',
    keptFor: '0',
    insert: ({
      owner,
      mark,
      at,
    }) => `insert into account_link (token_hash, user_id, purpose, email, expires_at)
      values (${hashOf(mark)}, '${owner}', 'freeze', 'somebody@example.com', ${at})`,
    mark: byHash,
  },
  {
    title: 'a question to a passkey until it ends',
    table: 'passkey_challenge',
    keptFor: '0',
    insert: ({ mark, at }) => `insert into passkey_challenge (token_hash, challenge, expires_at)
      values (${hashOf(mark)}, 'x', ${at})`,
    mark: byHash,
  },
  {
    title: 'a sign-in that waits for its second factor until it ends',
    table: 'sign_in_challenge',
    keptFor: '0',
    insert: ({
      owner,
      mark,
      at,
    }) => `insert into sign_in_challenge (token_hash, user_id, is_remembered, expires_at)
      values (${hashOf(mark)}, '${owner}', false, ${at})`,
    mark: byHash,
  },
  {
    title: 'a password reset until it ends',
    table: 'password_reset',
    keptFor: '0',
    insert: ({ owner, mark, at }) => `insert into password_reset (user_id, token_hash, code_hash, expires_at)
      values ('${owner}', ${hashOf(mark)}, ${hashOf(mark)}, ${at})`,
    mark: byHash,
  },
  {
    title: 'an email that is to replace another until its link ends, which its code has before',
    table: 'email_verification',
    keptFor: '0',
    insert: (row) => verification(row, 'email-change'),
    mark: 'email',
  },
  {
    title: 'a quote for 24 hours after its end',
    table: 'quote',
    keptFor: '24 hours',
    insert: ({
      owner,
      mark,
      at,
    }) => `insert into quote (id, user_id, type, from_asset, from_amount, fee, to_asset, to_amount, rate_base,
        rate_scaled, from_price_scaled_usd, from_price_source, from_price_as_of, to_price_scaled_usd, to_price_source,
        to_price_as_of, usd_value, spread_bps, asked_side, created_at, expires_at)
      values (gen_random_uuid(), '${owner}', 'BUY', '${mark}', 1, 0, 'BTC', 1, 'BTC', 1, 1, 'par', now(), 1, 'par', now(), 0, 50, 'from',
        ${at} - interval '2 days', ${at})`,
    mark: 'from_asset',
  },
  {
    title: 'wrong passwords for 24 hours',
    table: 'failed_password',
    keptFor: '24 hours',
    insert: ({ mark, at }) => `insert into failed_password (key_hash, failures, last_failed_at)
      values (${hashOf(mark)}, 1, ${at})`,
    mark: `encode(key_hash, 'hex')`,
  },
  {
    title: 'a known device for 400 days',
    table: 'known_device',
    keptFor: '400 days',
    insert: ({ owner, mark, at }) => `insert into known_device (user_id, token_hash, last_used_at)
      values ('${owner}', ${hashOf(mark)}, ${at})`,
    mark: byHash,
  },
  {
    title: 'a security event for 365 days',
    table: 'security_event',
    keptFor: '365 days',
    insert: ({
      owner,
      mark,
      at,
    }) => `insert into security_event (id, user_id, kind, actor, user_agent, network_address, created_at)
      values (gen_random_uuid(), '${owner}', 'password_changed', 'person', '${mark}', '', ${at})`,
    mark: 'user_agent',
  },
  {
    title: 'a message to the operator for 180 days',
    table: 'contact_message',
    keptFor: '180 days',
    insert: ({
      at,
      mark,
    }) => `insert into contact_message (id, name, email, subject, message, locale, created_at)
      values (gen_random_uuid(), '${mark}', 'somebody@example.com', 'A question', 'Is anybody there?', 'en', ${at})`,
    mark: 'name',
  },
  {
    title: 'a notice for 180 days',
    table: 'notice',
    keptFor: '180 days',
    insert: ({ owner, mark, at }) => `insert into notice (id, user_id, news, created_at)
      values (gen_random_uuid(), '${owner}', '{"kind": "recurring_buy_paused", "currency": "${mark}"}', ${at})`,
    mark: `news ->> 'currency'`,
  },
  {
    title: 'a mail that was sent for 30 days after',
    table: 'outgoing_mail',
    keptFor: '30 days',
    insert: (row) => mail(row, { createdAt: `now() - interval '60 days'`, sentAt: row.at }),
    mark: 'recipient',
  },
  {
    title: 'a mail that could not be sent for 7 days',
    table: 'outgoing_mail',
    keptFor: '7 days',
    insert: (row) => mail(row, { createdAt: row.at, sentAt: 'null' }),
    mark: 'recipient',
  },
  {
    title: 'how often something was tried until its window ends',
    table: 'rate_limit',
    keptFor: '0',
    insert: ({ mark, at }) =>
      `insert into rate_limit (key, points, expire) values ('${mark}', 1, extract(epoch from ${at}) * 1000)`,
    mark: 'key',
  },
];

async function keptOf({ table, mark }: Pick<Rule, 'table' | 'mark'>, marks: readonly string[]) {
  const { rows } = await database.db.pool.query<{ mark: string }>(
    `select given.mark from unnest($1::text[]) given (mark)
     join ${table} on ${mark} in (given.mark, encode(sha256(given.mark::bytea), 'hex'))`,
    [marks],
  );
  return rows.map((row) => row.mark).toSorted();
}

test.each(rules.map((rule) => [rule.title, rule] as const))(
  'keeps %s, and no longer',
  async (_title, rule) => {
    const { pool } = database.db;
    const [over, ends] = [`over-${owners[0].slice(-12)}`, `ends-${owners[1].slice(-12)}`];
    const at = (moment: string) => `(now() - interval '${rule.keptFor}' ${moment} interval '1 minute')`;
    await pool.query(rule.insert({ owner: owners[0], mark: over, at: at('-') }));
    await pool.query(rule.insert({ owner: owners[1], mark: ends, at: at('+') }));
    expect(await keptOf(rule, [over, ends])).toEqual([ends, over]);
    await sweepDatabase();
    expect(await keptOf(rule, [over, ends])).toEqual([ends]);
  },
);

test('keeps the log of a market for 24 hours, and no longer', async () => {
  await database.ownerDb.pool.query(
    `insert into book_event (market, seq, event, created_at)
     select 'BTC-USD', age, '{}', now() - make_interval(mins => age) from unnest(array[1439, 1441]) as age`,
  );
  await sweepDatabase();
  const { rows } = await database.db.pool.query('select seq::integer from book_event');
  expect(rows).toEqual([{ seq: 1439 }]);
});

test('keeps what proves a registration for as long as its account', async () => {
  const [owner] = owners;
  const mark = `waits-${owner.slice(-12)}`;
  await database.db.pool.query(
    verification({ owner, mark, at: `now() - interval '1 year'` }, 'registration'),
  );
  await sweepDatabase();
  expect(await keptOf({ table: 'email_verification', mark: 'email' }, [mark])).toEqual([mark]);
});

test('what can’t be removed keeps nothing else from it, and has the job tried again', async () => {
  const lines: string[] = [];
  const isSwept = vi.fn<() => Promise<void>>(async () => undefined);
  const listed: readonly Feature[] = [
    {
      name: 'broken',
      expiring: [{ table: 'no_such_table', since: 'created_at' }],
      sweep: () => Promise.reject(new Error('no')),
    },
    { name: 'well', sweep: isSwept },
  ];
  const swept = sweep(listed, {
    accountParts: listed,
    db: database.db,
    events: { publish: () => undefined },
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  });
  await expect(swept).rejects.toThrow('not everything could be swept');
  expect(isSwept).toHaveBeenCalledOnce();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 50,
      feature: 'broken',
      reason: expect.stringContaining('no_such_table'),
      msg: 'the sweep failed',
    },
    { level: 50, feature: 'broken', reason: 'no', msg: 'the sweep failed' },
  ]);
});
