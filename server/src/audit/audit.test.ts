import { exportAudit, listAudit } from '@mercury/contract/console/audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../console/test/console-client.ts';
import { inTransaction } from '../db/database.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { defineLevel } from '../test/levels.ts';
import { makePerson } from '../test/person.ts';
import { runProgram } from '../test/operator.ts';
import { appendEntry } from './append-entry.ts';
import { checkChain } from './check-chain.ts';

let testApp: TestApp;
let auditor: StaffPerson;
beforeAll(async () => {
  testApp = await createTestApp();
  auditor = await makeStaff(testApp, 'auditor');
});
afterAll(() => testApp.close());

function append(name: string, action = 'test.act', id = 'one'): Promise<void> {
  return inTransaction(testApp.db, (trx) =>
    appendEntry(trx, {
      actor: { kind: 'operator', name },
      action,
      subject: { kind: 'thing', id },
      before: { amount: '1.50' },
      after: { amount: '2.50' },
      reason: 'because',
    }),
  );
}

describe('the chain', () => {
  it('holds after entries from everywhere at once, dense and in the order of their times', async () => {
    await Promise.all(Array.from({ length: 40 }, (_none, index) => append(`caller ${index}`)));
    const { entryCount, firstBroken, lastHash } = await checkChain(testApp.db);
    expect([entryCount, firstBroken]).toEqual([40, null]);
    const { rows } = await testApp.db.pool.query<{ is_dense: boolean; hash: string }>(
      `select bool_and(seq = place) as is_dense, max(encode(hash, 'hex')) filter (where place = 40) as hash
       from (select *, row_number() over (order by at, seq) as place from audit_entry) listed`,
    );
    expect(rows).toEqual([{ is_dense: true, hash: lastHash }]);
  });

  it('is not for the application to write: neither the table nor a trigger', async () => {
    const attempts = [
      `insert into audit_entry select * from audit_entry limit 1`,
      `update audit_entry set actor = 'nobody'`,
      `delete from audit_entry`,
      `truncate audit_entry`,
      `alter table audit_entry disable trigger all`,
      `select audit_hash('\\x', null)`,
    ];
    for (const attempt of attempts)
      await expect(testApp.db.pool.query(attempt), `may ${attempt}`).rejects.toThrow(/permission|owner/);
  });

  const values: Readonly<Record<string, string>> = {
    before: `'{}'`,
    staff_id: 'gen_random_uuid()',
    session_id: 'gen_random_uuid()',
  };
  const changeOf = (column: string) =>
    `alter table audit_entry drop constraint audit_entry_staff_has_session;
     update audit_entry set ${column} = ${values[column] ?? `'other'`} where seq = 6`;

  // What somebody with the owner's password, or with the disk, could do.
  const planted: readonly (readonly [string, string, bigint])[] = [
    ['a changed word', `update audit_entry set reason = 'another' where seq = 7`, 7n],
    ['a changed time', `update audit_entry set at = at + interval '1 microsecond' where seq = 8`, 8n],
    ['a changed detail', `update audit_entry set after = '{"amount": "3.50"}' where seq = 9`, 9n],
    ...[
      'actor',
      'staff_id',
      'role',
      'session_id',
      'network_address',
      'action',
      'subject_kind',
      'subject_id',
      'before',
    ].map((column) => [`a changed ${column}`, changeOf(column), 6n] as const),
    ['a removed entry', `delete from audit_entry where seq = 10`, 11n],
    [
      'a removed entry, with the numbers closed up',
      `delete from audit_entry where seq = 12; update audit_entry set seq = seq - 1 where seq > 12`,
      12n,
    ],
    [
      'an added entry',
      `insert into audit_entry select 41, now(), actor, staff_id, role, session_id, network_address, action, subject_kind, subject_id, before, after, reason, hash from audit_entry where seq = 40`,
      41n,
    ],
  ];
  it.each(planted)('breaks at %s', async (_what, statements, first) => {
    const client = await testApp.ownerDb.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(statements);
      const { rows } = await client.query('select audit_first_break() as first');
      expect(rows).toEqual([{ first }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect((await checkChain(testApp.db)).firstBroken).toBeNull();
  });

  it('takes an entry however much there is to say', async () => {
    const actor = { kind: 'operator', name: 'Ada' } as const;
    const reason = 'a market and its state, '.repeat(1000);
    await inTransaction(testApp.db, (trx) => appendEntry(trx, { actor, action: 'set-market-state', reason }));
    expect(await newestEntry(testApp)).toMatchObject({ reason });
  });
});

describe('the list', () => {
  const list = async (query: string) => {
    const reply = await callConsole(
      testApp,
      { ...listAudit, path: `/audit${query}` },
      { token: auditor.token },
    );
    return consoleSuccess(listAudit, reply);
  };

  it('is read newest first, page by page, without a gap or a repeat', async () => {
    for (let index = 0; index < 20; index += 1) await append('pages', 'test.page', `page ${index}`);
    const first = await list('');
    const second = await list(`?before=${first.next ?? ''}`);
    const seqs = [...first.entries, ...second.entries].map(({ seq }) => seq);
    expect(first.entries).toHaveLength(50);
    expect(seqs).toEqual(Array.from(seqs, (_seq, index) => (seqs[0] ?? 0) - index));
    expect([seqs.at(-1), second.next]).toEqual([1, null]);
  });

  it('is searched by who, what, about whom and when', async () => {
    await append('Ada Lovelace', 'deposit.assign', 'deposit 7');
    const seqs = async (query: string) => (await list(query)).entries.map(({ action }) => action);
    expect(await seqs('?actor=ADA%20lovelace')).toEqual(['deposit.assign']);
    expect(await seqs('?action=deposit.')).toEqual(['deposit.assign']);
    expect(await seqs('?action=assign')).toEqual([]);
    expect(await seqs('?subject=deposit%207')).toEqual(['deposit.assign']);
    const { at } = (await list('?action=deposit.')).entries[0] ?? { at: '' };
    expect(await seqs(`?action=deposit.&from=${at}`)).toEqual(['deposit.assign']);
    expect(await seqs(`?action=deposit.&until=${at}`)).toEqual([]);
  });

  it('calls by their names what entries know by an id, where there still is one', async () => {
    const person = await makePerson(testApp);
    const nameOf = async (kind: string, id: string) => {
      await inTransaction(testApp.db, (trx) =>
        appendEntry(trx, {
          actor: { kind: 'operator', name: 'Ada' },
          action: 'test.name',
          subject: { kind, id },
        }),
      );
      return (await list('?action=test.name')).entries[0]?.subjectName;
    };
    expect(await nameOf('person', person.user.id)).toBe(person.user.username);
    expect(await nameOf('staff', auditor.id)).toBe('A auditor');
    expect(await nameOf('staff', person.user.id)).toBeNull();
    expect(await nameOf('level', await defineLevel(testApp, 'Basic', {}))).toBe('Basic');
    expect(await nameOf('payment', 'not an id')).toBeNull();
  });

  it('leaves as CSV, oldest first, which is written down', async () => {
    const reply = await callConsole(
      testApp,
      { ...exportAudit, path: '/audit.csv?subject=deposit%207' },
      { token: auditor.token },
    );
    const [head, line, end] = String(reply.body).split('\r\n');
    expect(head).toContain('seq,at,actor,role');
    expect(line).toMatch(/,Ada Lovelace,,,deposit\.assign,thing,deposit 7,"{""amount"":""1\.50""}"/);
    expect(end).toBe('');
    expect(await newestEntry(testApp)).toMatchObject({
      actor: auditor.email,
      action: 'audit.export',
      after: { subject: 'deposit 7' },
    });
  });
});

it('the command proves the log, and names the first entry that does not follow', async () => {
  const { entryCount, lastHash } = await checkChain(testApp.db);
  expect(await runProgram(testApp, ['audit-check.ts'])).toEqual({
    exitCode: 0,
    output: `${entryCount} entries, the last with the hash ${lastHash}\nThe log is whole\n`,
    complaint: '',
  });
  await testApp.ownerDb.pool.query(
    `begin; set local session_replication_role = replica; update audit_entry set actor = 'nobody' where seq = 5; commit`,
  );
  const { exitCode, output } = await runProgram(testApp, ['audit-check.ts']);
  expect([exitCode, output]).toEqual([1, expect.stringContaining('Broken: entry 5 does not follow')]);
});
