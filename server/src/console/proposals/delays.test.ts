import * as proposals from '@mercury/contract/console/proposals.ts';
import { removeStaffMember } from '@mercury/contract/console/staff.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { operateOn } from '../../test/operator.ts';
import { callConsole, makeStaff, newestEntry, type StaffPerson } from '../test/console-client.ts';
import {
  decide,
  makeSoleOwner,
  proposed,
  proposeInvitation,
  proposeRole,
  stateOf,
  textOf,
  travel,
} from '../test/proposal-client.ts';
import { joinByPassword } from '../test/join.ts';

let testApp: TestApp;
let owner: StaffPerson;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  owner = await makeSoleOwner(testApp);
});

let count = 0;
const ask = async (email = `new-${(count += 1)}@staff.example`) =>
  proposed(await proposeInvitation(testApp, owner.token, email));

async function cancelTokenFor(email: string): Promise<string> {
  const mails = await testApp.mailsTo(email);
  const link = /^(http:\S+\/console\/proposal-cancellation#[\w-]{43})$/m.exec(mails[0]?.text ?? '')?.[1];
  return link?.split('#')[1] ?? '';
}

/** Its time has come, and the job runs. */
async function beDue(proposal: { id: string }): Promise<void> {
  await travel(testApp, proposal, `delayed_until = now()`);
  await testApp.ownerDb.pool.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
    `proposal:${proposal.id}`,
  ]);
  await expect
    .poll(async () => {
      const { rowCount } = await testApp.ownerDb.pool.query(
        'select from graphile_worker._private_jobs where key = $1',
        [`proposal:${proposal.id}`],
      );
      return rowCount;
    })
    .toBe(0);
}

const byLink = (
  endpoint: typeof proposals.readProposalByLink | typeof proposals.cancelProposalByLink,
  token: string,
) => callConsole(testApp, endpoint, { body: { token } });

it('what nobody else can approve is done by itself a day later, as its proposer', async () => {
  const email = 'colleague@staff.example';
  const proposal = await ask(email);
  expect(Date.parse(proposal.delayedUntil ?? '') - Date.parse(proposal.proposedAt)).toBe(24 * 3_600_000);
  await beDue(proposal);
  expect(await stateOf(testApp, proposal)).toBe('done');
  expect(await newestEntry(testApp)).toMatchObject({
    actor: owner.email,
    role: 'owner',
    action: 'staff.invite',
    after: { email, proposal: proposal.id },
  });
  expect(await testApp.mailsTo(email)).toHaveLength(1);
});

it('is not done before its time, and waits for it again', async () => {
  const proposal = await ask();
  await testApp.ownerDb.pool.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
    `proposal:${proposal.id}`,
  ]);
  await expect
    .poll(async () => {
      const { rows } = await testApp.ownerDb.pool.query(
        `select run_at > now() + interval '23 hours' as is_later from graphile_worker._private_jobs where key = $1`,
        [`proposal:${proposal.id}`],
      );
      return rows[0]?.is_later;
    })
    .toBe(true);
  expect(await stateOf(testApp, proposal)).toBe('open');
});

it('tells all staff, and who was removed lately, with one link that cancels it without a session', async () => {
  const [left, longGone] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
  const support = await makeStaff(testApp, 'support');
  const remove = (who: StaffPerson, age: string) =>
    testApp.db.pool.query(
      `update staff_member set removed_at = now() - $2::interval, password_hash = null, secret_sealed = null where id = $1`,
      [who.id, age],
    );
  await remove(left, '71 hours');
  await remove(longGone, '73 hours');
  const proposal = await ask();
  const tokens = await Promise.all([owner, left, support].map(({ email }) => cancelTokenFor(email)));
  expect(new Set(tokens).size).toBe(1);
  expect(await testApp.mailsTo(longGone.email)).toEqual([]);
  const [token = ''] = tokens;
  for (const table of ['proposal', 'audit_entry'] as const) {
    expect(await textOf(testApp, table)).not.toContain(token);
  }

  expect((await byLink(proposals.readProposalByLink, token)).body.proposal).toMatchObject({
    id: proposal.id,
    state: 'open',
    mayDecide: false,
    mayCancel: false,
  });
  expect((await byLink(proposals.cancelProposalByLink, token)).body.proposal.state).toBe('cancelled');
  expect(await newestEntry(testApp)).toMatchObject({
    actor: 'link of a mail',
    action: 'proposal.cancel',
    subject_id: proposal.id,
  });
  expect((await byLink(proposals.cancelProposalByLink, token)).status).toBe(200);
  await beDue(proposal);
  expect(await stateOf(testApp, proposal)).toBe('cancelled');
});

it('a link cancels nothing that has happened, and no other token anything', async () => {
  const proposal = await ask();
  const token = await cancelTokenFor(owner.email);
  await beDue(proposal);
  expect((await byLink(proposals.readProposalByLink, token)).body.proposal.state).toBe('done');
  expect((await byLink(proposals.cancelProposalByLink, token)).body.error).toBe('InvalidOrExpiredToken');
  for (const endpoint of [proposals.readProposalByLink, proposals.cancelProposalByLink]) {
    expect((await byLink(endpoint, 'A'.repeat(43))).body.error).toBe('InvalidOrExpiredToken');
  }
});

it('a link cancels nothing that has expired', async () => {
  const proposal = await ask();
  const token = await cancelTokenFor(owner.email);
  await travel(testApp, proposal, 'expires_at = now()');
  expect((await byLink(proposals.readProposalByLink, token)).body.proposal.state).toBe('expired');
  expect((await byLink(proposals.cancelProposalByLink, token)).body.error).toBe('InvalidOrExpiredToken');
});

it('waits for whoever joins meanwhile and may approve it', async () => {
  const proposal = await ask();
  const { output } = await operateOn(testApp, ['invite-staff', 'second@staff.example', 'owner']);
  const joined = await joinByPassword(testApp, /#([\w-]{43})$/m.exec(output)?.[1] ?? '');
  const path = `/proposals/${proposal.id}` as const;
  const read = await callConsole(testApp, { ...proposals.getProposal, path }, { token: joined });
  expect(read.body.proposal).toMatchObject({ state: 'open', delayedUntil: null, mayDecide: true });
  await testApp.ownerDb.pool.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
    `proposal:${proposal.id}`,
  ]);
  expect((await decide(testApp, joined, proposal)).status).toBe(200);
});

it('is not done by itself once somebody may approve it, however they came to', async () => {
  const proposal = await ask();
  await makeStaff(testApp, 'owner');
  await beDue(proposal);
  expect(await stateOf(testApp, proposal)).toBe('open');
});

describe('what waits for somebody who can no longer approve it', () => {
  const leave = ({ id }: { id: string }) =>
    callConsole(
      testApp,
      { ...removeStaffMember, path: `/staff/${id}/removal` },
      { token: owner.token, body: { reason: 'They left' } },
    );
  const read = async ({ id }: { id: string }): Promise<proposals.Proposal> => {
    const path = `/proposals/${id}` as const;
    const reply = await callConsole(testApp, { ...proposals.getProposal, path }, { token: owner.token });
    return reply.body.proposal;
  };
  const hours = (from: string, until: string | null) =>
    (Date.parse(until ?? '') - Date.parse(from)) / 3_600_000;

  it('is done a day after they were removed, unless a link cancels it, which they get too', async () => {
    const second = await makeStaff(testApp, 'owner');
    const proposal = await ask();
    expect(proposal.delayedUntil).toBeNull();
    await travel(testApp, proposal, `expires_at = now() + interval '2 hours'`);
    const removedAt = new Date().toISOString();
    expect((await leave(second)).status).toBe(200);
    const { delayedUntil, expiresAt } = await read(proposal);
    expect(hours(removedAt, delayedUntil)).toBeCloseTo(24, 1);
    expect(hours(removedAt, expiresAt)).toBeCloseTo(72, 1);
    expect(await newestEntry(testApp)).toMatchObject({
      actor: owner.email,
      action: 'proposal.delay',
      subject_id: proposal.id,
      after: { delayedUntil },
    });
    const tokens = await Promise.all([owner, second].map(({ email }) => cancelTokenFor(email)));
    expect(new Set(tokens).size).toBe(1);
    expect((await byLink(proposals.readProposalByLink, tokens[0] ?? '')).body.proposal).toMatchObject({
      id: proposal.id,
      delayedUntil,
    });
    await beDue(proposal);
    expect(await stateOf(testApp, proposal)).toBe('done');
  });

  it('is done a day after they got another role', async () => {
    const second = await makeStaff(testApp, 'owner');
    const proposal = await ask();
    const role = proposed(await proposeRole(testApp, owner.token, second, 'support'));
    expect((await decide(testApp, second.token, role)).status).toBe(200);
    expect((await read(proposal)).delayedUntil).not.toBeNull();
  });

  it('goes on waiting where somebody else can', async () => {
    const [second] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
    const proposal = await ask();
    expect((await leave(second)).status).toBe(200);
    expect(await read(proposal)).toMatchObject({ delayedUntil: null, expiresAt: proposal.expiresAt });
  });

  it('stays expired', async () => {
    const second = await makeStaff(testApp, 'owner');
    const proposal = await ask();
    await travel(testApp, proposal, 'expires_at = now()');
    expect((await leave(second)).status).toBe(200);
    expect(await read(proposal)).toMatchObject({ state: 'expired', delayedUntil: null });
  });

  it('begins its day anew each time, with another link', async () => {
    const proposal = await ask();
    const first = await cancelTokenFor(owner.email);
    const { output } = await operateOn(testApp, ['invite-staff', 'for-a-day@staff.example', 'owner']);
    await joinByPassword(testApp, /#([\w-]{43})$/m.exec(output)?.[1] ?? '');
    expect((await read(proposal)).delayedUntil).toBeNull();
    await operateOn(testApp, ['remove-staff', 'for-a-day@staff.example', 'They left']);
    expect((await read(proposal)).delayedUntil).not.toBeNull();
    const second = await cancelTokenFor(owner.email);
    expect((await byLink(proposals.cancelProposalByLink, first)).body.error).toBe('InvalidOrExpiredToken');
    expect((await byLink(proposals.cancelProposalByLink, second)).body.proposal.state).toBe('cancelled');
  });

  it.each([
    [
      'a delay of less than a day',
      `delayed_until = now() + interval '23 hours', cancel_token_hash = sha256('x')`,
    ],
    ['a delay without a link of its own', `delayed_until = now() + interval '24 hours'`],
    ['a delay that ends when it has expired', `delayed_until = expires_at, cancel_token_hash = sha256('x')`],
    ['a longer time', `expires_at = expires_at + interval '1 hour'`],
    ['another link', `cancel_token_hash = sha256('x')`],
  ])('the database refuses %s', async (_what, change) => {
    await makeStaff(testApp, 'owner');
    const { id } = await ask();
    await expect(testApp.db.pool.query(`update proposal set ${change} where id = $1`, [id])).rejects.toThrow(
      'can only be decided',
    );
  });
});

it('waits for a second person only where there is one who may hand out as much', async () => {
  await testApp.db.pool.query(
    `insert into staff_role (name, permissions) values ('hiring', '{staff.read,staff.invite}') on conflict do nothing`,
  );
  await makeStaff(testApp, 'hiring');
  const asked = await Promise.all(
    ['hiring', 'owner'].map(async (role) =>
      proposed(await proposeInvitation(testApp, owner.token, `${role}@staff.example`, role)),
    ),
  );
  expect(asked.map(({ delayedUntil }) => delayedUntil !== null)).toEqual([false, true]);
});

it('goes on where whoever joins may not approve it', async () => {
  const proposal = await ask();
  const { output } = await operateOn(testApp, ['invite-staff', 'third@staff.example', 'treasurer']);
  await joinByPassword(testApp, /#([\w-]{43})$/m.exec(output)?.[1] ?? '');
  await beDue(proposal);
  expect(await stateOf(testApp, proposal)).toBe('done');
});

it('one that makes somebody able to approve is still done', async () => {
  const support = await makeStaff(testApp, 'support');
  const proposal = proposed(await proposeRole(testApp, owner.token, support, 'owner'));
  expect(proposal.delayedUntil).not.toBeNull();
  const other = await ask();
  await beDue(proposal);
  expect(await stateOf(testApp, proposal)).toBe('done');
  const { rows } = await testApp.db.pool.query('select delayed_until from proposal where id = $1', [
    other.id,
  ]);
  expect(rows).toEqual([{ delayed_until: null }]);
});

it('expired or outdated is not done, however late the job comes', async () => {
  const [expired, outdated] = [await ask(), await ask('moved@staff.example')];
  await travel(testApp, expired, 'expires_at = now()');
  await operateOn(testApp, ['invite-staff', 'moved@staff.example', 'auditor']);
  await beDue(expired);
  await beDue(outdated);
  expect([await stateOf(testApp, expired), await stateOf(testApp, outdated)]).toEqual(['open', 'outdated']);
});

it('the link is asked for so often and no more', async () => {
  const limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
  const statuses: number[] = [];
  for (let step = 0; step <= 20; step += 1) {
    const reply = await callConsole(limited, proposals.readProposalByLink, {
      body: { token: 'A'.repeat(43) },
    });
    statuses.push(reply.status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
  await limited.close();
});
