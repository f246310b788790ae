import * as proposals from '@mercury/contract/console/proposals.ts';
import * as roles from '@mercury/contract/console/roles.ts';
import { inTransaction } from '../../db/database.ts';
import type { TestApp, TestReply } from '../../test/app.ts';
import { callConsole, consoleSuccess, makeStaff, type StaffPerson } from './console-client.ts';

const reason = 'We need it';

export function proposeInvitation(testApp: TestApp, token: string, email: string, role = 'support') {
  return callConsole(testApp, roles.inviteStaffMember, { token, body: { email, role, reason } });
}

export function proposeRole(testApp: TestApp, token: string, { id }: { id: string }, role: string) {
  const path = `/staff/${id}/role` as const;
  return callConsole(testApp, { ...roles.changeStaffRole, path }, { token, body: { role, reason } });
}

/** Null removes it. */
export function proposePermissions(
  testApp: TestApp,
  token: string,
  name: string,
  permissions: readonly string[] | null,
) {
  const path = `/roles/${encodeURIComponent(name)}` as const;
  return permissions === null
    ? callConsole(testApp, { ...roles.removeRole, path: `${path}/removal` }, { token, body: { reason } })
    : callConsole(testApp, { ...roles.changeRole, path }, { token, body: { permissions, reason } });
}

export function proposed(reply: TestReply): proposals.Proposal {
  return consoleSuccess(roles.inviteStaffMember, reply).proposal;
}

export function decide(
  testApp: TestApp,
  token: string,
  { id }: { id: string },
  how: 'approval' | 'refusal' | 'cancellation' = 'approval',
) {
  return callConsole(
    testApp,
    { method: 'POST', path: `/proposals/${id}/${how}` },
    { token, ...(how === 'refusal' && { body: { reason: 'Not now' } }) },
  );
}

export async function stateOf(testApp: TestApp, { id }: { id: string }): Promise<string> {
  const { rows } = await testApp.db.pool.query('select state from proposal where id = $1', [id]);
  return rows[0]?.state;
}

/** All that a table says, as text. */
export async function textOf(testApp: TestApp, table: 'audit_entry' | 'proposal'): Promise<string> {
  const { rows } = await testApp.db.pool.query(`select string_agg(t::text, ' ') as text from ${table} t`);
  return rows[0]?.text;
}

/** What the database allows nobody: another time for one that is open. */
export async function travel(testApp: TestApp, { id }: { id: string }, change: string): Promise<void> {
  await inTransaction(testApp.ownerDb, async ({ client }) => {
    await client.query('set local session_replication_role = replica');
    await client.query(`update proposal set ${change} where id = $1`, [id]);
  });
}

interface HeldTurn {
  /** How many wait for it. */
  readonly countWaiting: () => Promise<number>;
  readonly release: () => Promise<void>;
}

/** Whatever takes a turn waits until it is released, and then goes on in the order in which it came. */
export async function holdTurn({ db }: TestApp): Promise<HeldTurn> {
  const client = await db.pool.connect();
  await client.query('begin');
  await client.query('lock table proposal in share row exclusive mode');
  return {
    async countWaiting() {
      const { rows } = await db.pool.query(
        `select count(*)::integer as those from pg_locks
         where not granted and database = (select oid from pg_database where datname = current_database())
           and relation = 'proposal'::regclass`,
      );
      return rows[0].those;
    },
    async release() {
      await client.query('rollback');
      client.release();
    },
  };
}

/** The only member of staff that there is. */
export async function makeSoleOwner(testApp: TestApp): Promise<StaffPerson> {
  await testApp.db.pool.query(
    `update staff_member set removed_at = now() - interval '4 days', password_hash = null, secret_sealed = null
     where removed_at is null`,
  );
  return makeStaff(testApp, 'owner');
}

/** A role of the operator's own, by two owners, and somebody who has it. */
export async function makeOwnRole(
  testApp: TestApp,
  name: string,
  permissions: readonly string[],
): Promise<StaffPerson> {
  const [asks, approves] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
  const proposal = proposed(await proposePermissions(testApp, asks.token, name, permissions));
  consoleSuccess(proposals.approveProposal, await decide(testApp, approves.token, proposal));
  return makeStaff(testApp, name);
}
