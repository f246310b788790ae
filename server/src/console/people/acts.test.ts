import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import * as people from '@mercury/contract/console/people.ts';
import { approveProposal } from '@mercury/contract/console/proposals.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventKinds, isSignedIn } from '../../test/account-security.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { codeIn, makePerson, registerPerson, type SignedInPerson } from '../../test/person.ts';
import { giveAuthenticator } from '../../test/two-factor.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let support: StaffPerson;
let compliance: StaffPerson;
let owner: StaffPerson;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  support = await makeStaff(testApp, 'support');
  compliance = await makeStaff(testApp, 'compliance');
  owner = await makeStaff(testApp, 'owner');
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const reason = 'They called and proved who they are';

function act(endpoint: ConsoleEndpoint, { token }: StaffPerson, id = person.user.id) {
  const path = endpoint.path.replace(':id', id) as `/${string}`;
  return callConsole(testApp, { ...endpoint, path }, { token, body: { reason } });
}

function approve({ token }: StaffPerson, id: string) {
  return callConsole(testApp, { ...approveProposal, path: `/proposals/${id}/approval` }, { token });
}

const acts = [
  people.freezePerson,
  people.proposeUnfreezing,
  people.endPersonSessions,
  people.proposeTwoFactorRemoval,
  people.resendProofMail,
];

it.each(acts)('$path wants a reason, and a person who is still there', async (endpoint) => {
  const path = endpoint.path.replace(':id', person.user.id) as `/${string}`;
  const unreasoned = { token: owner.token, body: { reason: '' } };
  expect((await callConsole(testApp, { ...endpoint, path }, unreasoned)).body.error).toBe('ValidationFailed');
  await testApp.db.pool.query('update app_user set deleted_at = now() where id = $1', [person.user.id]);
  expect((await act(endpoint, owner)).body.error).toBe('NotFound');
  expect((await act(endpoint, owner, '019a0000-0000-7000-8000-000000000000')).body.error).toBe('NotFound');
});

describe('freezing', () => {
  it('is done at once, once, and told', async () => {
    const replies = await Promise.all([act(people.freezePerson, support), act(people.freezePerson, owner)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe('AlreadyFrozen');
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'people.freeze',
      subject_id: person.user.id,
      before: { username: person.username, frozenBy: null },
      after: { frozenBy: 'operator' },
      reason,
    });
    expect((await testApp.mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
      'Your Mercury account is frozen',
    ]);
  });
});

describe('unfreezing', () => {
  it('waits for a second person, is told, and is written down with both', async () => {
    expect((await act(people.proposeUnfreezing, compliance)).body.error).toBe('NotFrozen');
    await act(people.freezePerson, support);
    const { proposal } = consoleSuccess(
      people.proposeUnfreezing,
      await act(people.proposeUnfreezing, compliance),
    );
    expect(proposal).toMatchObject({
      kind: 'people.unfreeze',
      subject: { kind: 'person', id: person.user.id, name: person.username },
      before: { username: person.username, frozenBy: 'operator' },
      // What stays is not shown as if it went.
      after: { username: person.username, frozenBy: null, frozenSince: null },
    });
    expect((await act(people.proposeUnfreezing, owner)).body.error).toBe('ProposalExists');
    expect((await approve(compliance, proposal.id)).body.error).toBe('OwnProposal');
    expect((await act(people.proposeUnfreezing, support)).body.error).toBe('PermissionMissing');
    expect((await approve(owner, proposal.id)).status).toBe(200);
    expect(await newestEntry(testApp)).toMatchObject({
      actor: owner.email,
      action: 'people.unfreeze',
      after: { proposedBy: compliance.email },
      reason,
    });
    expect(await eventKinds(testApp, person.user.id)).toContain('account_unfrozen');
    const { username, password } = person;
    expect((await testApp.call('POST', '/auth/login', { body: { username, password } })).status).toBe(200);
  });

  it('ends as outdated where somebody else opened it first', async () => {
    await act(people.freezePerson, support);
    const reply = await act(people.proposeUnfreezing, compliance);
    const { proposal } = consoleSuccess(people.proposeUnfreezing, reply);
    await testApp.db.pool.query(
      'update app_user set frozen_at = null, frozen_by = null, unfreezes_at = null where id = $1',
      [person.user.id],
    );
    expect((await approve(owner, proposal.id)).body.error).toBe('ProposalOutdated');
  });
});

describe('two-factor', () => {
  it('is removed once a second person says so: they are told and signed out', async () => {
    expect((await act(people.proposeTwoFactorRemoval, support)).body.error).toBe('TwoFactorNotEnabled');
    await giveAuthenticator(testApp, person);
    const reply = await act(people.proposeTwoFactorRemoval, support);
    const { proposal } = consoleSuccess(people.proposeTwoFactorRemoval, reply);
    expect(await isSignedIn(testApp, person.token)).toBe(true);
    expect((await approve(compliance, proposal.id)).status).toBe(200);
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    expect((await eventKinds(testApp, person.user.id))[0]).toBe('two_factor_disabled');
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'people.remove_two_factor',
      before: { twoFactorSince: expect.any(String) as string },
      after: { twoFactorSince: null },
    });
  });

  it('the proposal stands in the file of whoever may see it', async () => {
    await giveAuthenticator(testApp, person);
    await act(people.proposeTwoFactorRemoval, support);
    const treasurer = await makeStaff(testApp, 'treasurer');
    const proposalsFor = async (staff: StaffPerson) => {
      await act(people.lookAtPerson, staff);
      return consoleSuccess(people.readPerson, await act(people.readPerson, staff)).person.openProposals;
    };
    expect(await proposalsFor(support)).toMatchObject([
      { kind: 'people.remove_two_factor', mayCancel: true },
    ]);
    expect(await proposalsFor(compliance)).toMatchObject([{ mayDecide: true }]);
    expect(await proposalsFor(treasurer)).toEqual([]);
  });
});

it('sessions end everywhere at once, with the keys, and it is told by mail', async () => {
  expect((await act(people.endPersonSessions, support)).status).toBe(200);
  const refusal = await testApp.call('GET', '/users/profile', { token: person.token });
  expect([refusal.status, refusal.body.message]).toEqual([
    401,
    'You were signed out on all devices by our team. Please sign in again.',
  ]);
  expect((await eventKinds(testApp, person.user.id))[0]).toBe('all_sessions_ended');
  expect((await testApp.mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
    'You were signed out of Mercury everywhere',
  ]);
  expect(await newestEntry(testApp)).toMatchObject({
    action: 'people.end_sessions',
    before: { sessionCount: 1 },
    after: { sessionCount: 0 },
    reason,
  });
});

describe('the mail that proves an email', () => {
  async function waitingPerson() {
    const waiting = await registerPerson(testApp);
    const { rows } = await testApp.db.pool.query<{ id: string }>(
      'select id from app_user where username = $1',
      [waiting.username],
    );
    return { ...waiting, id: rows[0]?.id ?? '' };
  }

  it('is sent anew with a code that works, up to the hourly limit', async () => {
    const { id, email } = await waitingPerson();
    expect((await act(people.resendProofMail, support, id)).status).toBe(200);
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'people.resend_mail',
      subject_id: id,
      after: { mail: 'verify-email' },
      reason,
    });
    const mails = await testApp.mailsTo(email);
    expect(mails).toHaveLength(2);
    const codes = new Set(mails.map(codeIn));
    const answers = await Promise.all(
      [...codes].map((code) => testApp.call('POST', '/auth/verify-code', { body: { email, code } })),
    );
    expect(answers.map(({ status }) => status)).toContain(200);
  });

  it('not for an email that is proved, nor without end', async () => {
    expect((await act(people.resendProofMail, support)).body.error).toBe('EmailAlreadyProved');
    const { id, email } = await waitingPerson();
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1)
      statuses.push((await act(people.resendProofMail, support, id)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await testApp.mailsTo(email)).length).toBe(
      1 + statuses.filter((status) => status === 200).length,
    );
  });
});
