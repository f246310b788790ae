import * as proposals from '@mercury/contract/console/proposals.ts';
import * as staff from '@mercury/contract/console/staff.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { operateOn } from '../../test/operator.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';
import {
  decide,
  holdTurn,
  proposed,
  proposeInvitation,
  proposeRole,
  stateOf,
  travel,
} from '../test/proposal-client.ts';

let testApp: TestApp;
let asks: StaffPerson;
let approves: StaffPerson;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  [asks, approves] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
});

let count = 0;
const anEmail = () => `new-${(count += 1)}@staff.example`;
const ask = async (email = anEmail()) => proposed(await proposeInvitation(testApp, asks.token, email));

async function openInvitations(email: string): Promise<number> {
  const { rowCount } = await testApp.db.pool.query(
    'select from staff_invitation where email = $1 and withdrawn_at is null',
    [email],
  );
  return rowCount ?? 0;
}

describe('a proposal', () => {
  it('says exactly what will happen, to whoever asked and whoever may decide, and to no one else', async () => {
    const email = anEmail();
    const proposal = await ask(email);
    expect(proposal).toMatchObject({
      kind: 'staff.invite',
      state: 'open',
      subject: { name: email },
      before: {},
      after: { email, role: 'support', permissions: expect.arrayContaining(['people.note']) },
      reason: 'We need it',
      delayedUntil: null,
      mayDecide: false,
      mayCancel: true,
    });
    expect(Date.parse(proposal.expiresAt) - Date.parse(proposal.proposedAt)).toBe(72 * 3_600_000);
    expect(await newestEntry(testApp)).toMatchObject({ actor: asks.email, action: 'proposal.open' });
    const read = async ({ token }: StaffPerson) => {
      const path = `/proposals/${proposal.id}` as const;
      return callConsole(testApp, { ...proposals.getProposal, path }, { token });
    };
    expect((await read(approves)).body.proposal).toMatchObject({ mayDecide: true, mayCancel: false });
    expect((await read(await makeStaff(testApp, 'support'))).status).toBe(404);
    const list = async ({ token }: StaffPerson) =>
      consoleSuccess(
        proposals.listProposals,
        await callConsole(testApp, proposals.listProposals, { token }),
      ).proposals.map(({ id }) => id);
    expect(await list(approves)).toContain(proposal.id);
    expect(await list(await makeStaff(testApp, 'auditor'))).toEqual([]);
  });

  it('is open once for the same', async () => {
    const email = anEmail();
    await ask(email);
    const again = await proposeInvitation(testApp, approves.token, email.toUpperCase());
    expect([again.status, again.body.error]).toEqual([409, 'ProposalExists']);
  });

  it('is decided by another person, with the permission, once', async () => {
    const email = anEmail();
    const proposal = await ask(email);
    expect((await decide(testApp, asks.token, proposal)).body.error).toBe('OwnProposal');
    expect((await decide(testApp, asks.token, proposal, 'refusal')).body.error).toBe('OwnProposal');
    const support = await makeStaff(testApp, 'support');
    expect((await decide(testApp, support.token, proposal)).body.error).toBe('PermissionMissing');
    expect(await openInvitations(email)).toBe(0);
    const done = consoleSuccess(proposals.approveProposal, await decide(testApp, approves.token, proposal));
    expect(done.proposal).toMatchObject({ state: 'done', decidedBy: { email: approves.email } });
    expect(await openInvitations(email)).toBe(1);
    expect(await newestEntry(testApp)).toMatchObject({
      actor: approves.email,
      action: 'staff.invite',
      after: { email, proposal: proposal.id, proposedBy: asks.email },
      reason: 'We need it',
    });
    expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalEnded');
  });

  it('approved by two people at once is done once', async () => {
    const email = anEmail();
    const proposal = await ask(email);
    const third = await makeStaff(testApp, 'owner');
    const replies = await Promise.all([approves, third].map(({ token }) => decide(testApp, token, proposal)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { rowCount } = await testApp.db.pool.query('select from staff_invitation where email = $1', [
      email,
    ]);
    expect(rowCount).toBe(1);
  });

  it('is refused with a reason, or taken back by whoever asked, and then done by nobody', async () => {
    const [first, second] = [await ask(), await ask()];
    const refused = await decide(testApp, approves.token, first, 'refusal');
    expect(consoleSuccess(proposals.refuseProposal, refused).proposal).toMatchObject({
      state: 'refused',
      decisionReason: 'Not now',
      mayDecide: false,
    });
    expect(await newestEntry(testApp)).toMatchObject({ action: 'proposal.refuse', reason: 'Not now' });
    expect((await decide(testApp, approves.token, second, 'cancellation')).status).toBe(404);
    const cancelled = await decide(testApp, asks.token, second, 'cancellation');
    expect(consoleSuccess(proposals.cancelProposal, cancelled).proposal.state).toBe('cancelled');
    for (const proposal of [first, second]) {
      expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalEnded');
    }
  });

  it('expires after 72 hours, and another can then be made', async () => {
    const email = anEmail();
    const proposal = await ask(email);
    await travel(testApp, proposal, 'expires_at = now()');
    expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalEnded');
    const ended = await callConsole(
      testApp,
      { ...proposals.listProposals, path: '/proposals?ended=true' },
      { token: approves.token },
    );
    const listed = consoleSuccess(proposals.listProposals, ended).proposals;
    expect(listed.find(({ id }) => id === proposal.id)?.state).toBe('expired');
    const next = await ask(email);
    expect([await stateOf(testApp, proposal), await stateOf(testApp, next)]).toEqual(['expired', 'open']);
  });

  it('is outdated once what it was made of has changed, and then not done', async () => {
    const email = anEmail();
    const proposal = await ask(email);
    const { complaint } = await operateOn(testApp, ['invite-staff', email, 'auditor']);
    expect(complaint).toBe('');
    expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalOutdated');
    expect(await stateOf(testApp, proposal)).toBe('outdated');
    const { rows } = await testApp.db.pool.query('select role from staff_invitation where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ role: 'auditor' }]);
  });
});

describe('whoever asks or decides', () => {
  it('and is removed takes what they asked for along', async () => {
    const proposal = await ask();
    const path = `/staff/${asks.id}/removal` as const;
    const removed = await callConsole(
      testApp,
      { ...staff.removeStaffMember, path },
      { token: approves.token, body: { reason: 'Left' } },
    );
    expect(removed.status).toBe(200);
    expect(await stateOf(testApp, proposal)).toBe('cancelled');
    expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalEnded');
  });

  it('and is gone has asked for nothing, also where nobody took it back', async () => {
    const proposal = await ask();
    await testApp.db.pool.query('update staff_member set removed_at = now() where id = $1', [asks.id]);
    expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalOutdated');
  });

  it('and has lost the permission has asked for nothing, and decides nothing', async () => {
    const email = anEmail();
    const proposal = await ask(email);
    const third = await makeStaff(testApp, 'owner');
    const demotion = proposed(await proposeRole(testApp, third.token, asks, 'auditor'));
    expect((await decide(testApp, approves.token, demotion)).status).toBe(200);
    expect((await decide(testApp, approves.token, proposal)).body.error).toBe('ProposalOutdated');
    expect(await openInvitations(email)).toBe(0);
  });

  it('while their own role is being changed is either before it or too late', async () => {
    const email = anEmail();
    const proposal = await ask(email);
    const third = await makeStaff(testApp, 'owner');
    const demotion = proposed(await proposeRole(testApp, third.token, approves, 'auditor'));
    const turn = await holdTurn(testApp);
    const first = decide(testApp, asks.token, demotion);
    await expect.poll(turn.countWaiting).toBe(1);
    const second = decide(testApp, approves.token, proposal);
    await expect.poll(turn.countWaiting).toBe(2);
    await turn.release();
    expect((await first).status).toBe(200);
    expect((await second).body.error).toBe('Unauthenticated');
    expect(await openInvitations(email)).toBe(0);
  });

  it('decides by what their role permits once it is their turn', async () => {
    const permit = (permissions: string) =>
      testApp.db.pool.query(
        `insert into staff_role (name, permissions) values ('hiring', $1)
         on conflict (name) do update set permissions = excluded.permissions`,
        [permissions],
      );
    await permit('{staff.read,staff.invite}');
    const hiring = await makeStaff(testApp, 'hiring');
    const proposal = proposed(await proposeInvitation(testApp, asks.token, anEmail(), 'hiring'));
    const turn = await holdTurn(testApp);
    const decided = decide(testApp, hiring.token, proposal);
    await expect.poll(turn.countWaiting).toBe(1);
    await permit('{staff.read}');
    await turn.release();
    expect((await decided).body.error).toBe('PermissionMissing');
    expect(await stateOf(testApp, proposal)).toBe('open');
  });
});

describe('the database itself', () => {
  const write = async (change: string, { id }: { id: string }) =>
    testApp.db.pool.query(`update proposal set ${change} where id = $1`, [id]);

  it('refuses four eyes that are two, also for a refusal, and one that nobody decided', async () => {
    const proposal = await ask();
    for (const state of ['done', 'refused']) {
      const own = write(`state = '${state}', decided_by = proposed_by, decided_at = now()`, proposal);
      await expect(own).rejects.toThrow('proposal_has_four_eyes');
    }
    await expect(write(`state = 'done', decided_at = now()`, proposal)).rejects.toThrow(
      'proposal_has_four_eyes',
    );
  });

  it('keeps what was proposed as it was read, and an end as it was', async () => {
    const proposal = await ask();
    for (const change of [
      `parameters = '{}'`,
      `needs = '{audit.read}'`,
      `delayed_until = now()`,
      `expires_at = now() + interval '1 year'`,
      `proposed_by = '${approves.id}'`,
    ]) {
      await expect(write(change, proposal)).rejects.toThrow('can only be decided');
    }
    await decide(testApp, asks.token, proposal, 'cancellation');
    await expect(write(`state = 'open', decided_at = null`, proposal)).rejects.toThrow('has ended');
  });
});
