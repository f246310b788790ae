import { givePersonLevel, listLevels, readPersonLevel } from '@mercury/contract/console/levels.ts';
import {
  addNote,
  freezePerson,
  type HistoryRow,
  listHistory,
  listNotes,
  listPersonEvents,
  listPersonSessions,
  lookAtPerson,
  type PersonFile,
  proposeTwoFactorRemoval,
  readPerson,
} from '@mercury/contract/console/people.ts';
import type { StaffRole } from '@mercury/contract/console/permissions.ts';
import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const id = '018f0000-0000-7000-8000-00000000000a';
const at = '2026-11-01T09:00:00.000Z';

const nadia: PersonFile = {
  id,
  username: 'nadia',
  email: 'nadia@example.com',
  isEmailProved: true,
  walletAddress: 'mrcy1jdckt2j7wttdcv4ecymr3tdjkr9fgslk33ua69',
  locale: 'fa',
  joinedAt: at,
  leftAt: null,
  frozen: null,
  twoFactorSince: at,
  passkeyCount: 1,
  apiKeyCount: 0,
  balances: [{ currency: 'BTC', balance: '1.5', held: '0.2', inOrders: '0', pending: '0' }],
  openWithdrawals: [],
  openProposals: [],
  lookUntil: '2099-01-01T00:00:00.000Z',
};

const row = (number: number): HistoryRow => ({
  id: `018f0000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
  type: 'WITHDRAW',
  currency: 'BTC',
  amount: '0.2',
  fee: '0',
  direction: 'out',
  status: 'PENDING',
  state: 'queued',
  counterparty: 'bc1q',
  counterpartyUsername: null,
  externalReference: null,
  usdValue: null,
  createdAt: at,
  completedAt: null,
  referenceId: null,
  transferId: null,
});

const proposal: Proposal = {
  id: '018f0000-0000-7000-8000-00000000000c',
  kind: 'people.remove_two_factor',
  state: 'open',
  subject: { kind: 'person', id, name: 'nadia' },
  before: {},
  after: {},
  reason: 'Lost the phone',
  proposedBy: { id, name: 'Omid Karimi', email: 'omid@staff.example' },
  proposedAt: at,
  expiresAt: at,
  delayedUntil: null,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  mayDecide: false,
  mayCancel: true,
};

beforeEach(() => {
  server.reply(listHistory, { success: true, rows: [row(1)], nextCursor: null });
  server.reply(listNotes, { success: true, notes: [], nextCursor: null });
  server.reply(listPersonSessions, { success: true, sessions: [] });
  server.reply(listPersonEvents, { success: true, events: [], nextCursor: null });
  server.reply(readPersonLevel, { success: true, level: null, limits: [], changes: [] });
});

async function openFile(person: Partial<PersonFile> = {}, role: StaffRole = 'support'): Promise<void> {
  server.reply(readPerson, { success: true, person: { ...nadia, ...person } });
  await openConsole(`/console/people/${id}`, role);
  await expect.element(page.getByRole('heading', { name: 'Identity' })).toBeVisible();
}

const heading = (name: string) => page.getByRole('heading', { name });
const lookHeading = () => heading('Why do you look at this account?');

describe('the file', () => {
  it('opens with a reason, and shows nothing of the person before', async () => {
    server.refuse(readPerson, 'LookRequired');
    await openConsole(`/console/people/${id}`, 'support');
    await expect.element(lookHeading()).toBeVisible();
    await button('Open the file').click();
    await expectFieldError(field('Reason'), 'This field is required');
    expect(server.callCount(lookAtPerson)).toBe(0);
    expect(server.callCount(listHistory)).toBe(0);
    server.reply(lookAtPerson, { success: true, until: at });
    server.reply(readPerson, { success: true, person: nadia });
    await field('Reason').fill('They wrote to us');
    await button('Open the file').click();
    await expect.element(page.getByText('nadia@example.com')).toBeVisible();
    expect(server.calls(lookAtPerson)[0]?.body).toEqual({ reason: 'They wrote to us' });
  });

  it('asks anew once the half hour is over', async () => {
    server.reply(listHistory, { success: true, rows: [row(1)], nextCursor: 'next' });
    await openFile();
    await expect.element(button('Load more')).toBeVisible();
    server.refuse(listHistory, 'LookRequired');
    server.refuse(readPerson, 'LookRequired');
    await button('Load more').click();
    await expect.element(lookHeading()).toBeVisible();
    expect(page.getByText('nadia@example.com').query()).toBeNull();
  });

  it('says what they have and what waits', async () => {
    await openFile({ openWithdrawals: [row(2)], openProposals: [proposal] });
    await expect.element(page.getByTestId('balance')).toMatchTextContent(/1\.50 BTC.*held 0\.20 BTC/);
    const first = page.getByTestId('history-row').first();
    await expect.element(first).toMatchTextContent(/Withdrawal.*bc1q/);
    const file = first.getByRole('link', { name: 'Withdrawal' });
    await expect.element(file).toHaveAttribute('href', `/console/withdrawals/${row(2).id}`);
    await expect.element(heading('Open withdrawals')).toBeVisible();
    const link = page
      .getByTestId('open-proposal')
      .getByRole('link', { name: 'Remove two-factor authentication' });
    await expect.element(link).toHaveAttribute('href', `/console/approvals/${proposal.id}`);
    await expect.element(page.getByText('Signed in nowhere')).toBeVisible();
    await expect.element(page.getByText('No notes yet')).toBeVisible();
  });

  it('names who froze it, why and until when, as far as that was sent', async () => {
    await openFile({
      frozen: { since: at, by: 'operator', byName: 'sara@staff.example', reason: 'A report', until: null },
    });
    await expect
      .element(page.getByText('Frozen by staff', { exact: false }))
      .toMatchTextContent(/sara@staff.example.*A report/);
    expect(button('Freeze account').query()).toBeNull();
  });

  it('of nobody says so', async () => {
    server.refuse(readPerson, 'NotFound');
    await openConsole(`/console/people/${id}`, 'support');
    await expect.element(page.getByText('Nobody has this id')).toBeVisible();
  });

  it('that could not be loaded is loaded again', async () => {
    server.refuse(readPerson, 'PermissionMissing', { message: 'Not now.' });
    await openConsole(`/console/people/${id}`, 'support');
    await expect.element(page.getByText('The file could not be loaded')).toBeVisible();
    server.reply(readPerson, { success: true, person: nadia });
    await button('Try again').click();
    await expect.element(heading('Identity')).toBeVisible();
  });
});

describe('a role', () => {
  it('that moves money does not ask for sessions and events, and acts on nothing', async () => {
    await openFile({ email: null }, 'treasurer');
    await expect.element(page.getByText('not shown to your role', { exact: false })).toBeVisible();
    await expect.element(heading('History')).toBeVisible();
    for (const name of ['Sessions', 'Security events', 'Actions']) expect(heading(name).query()).toBeNull();
    expect(field('New note').query()).toBeNull();
    expect(server.callCount(listPersonSessions)).toBe(0);
  });

  it('is offered what it may do and what would do something', async () => {
    await openFile({ isEmailProved: false, twoFactorSince: null });
    await expect.element(button('Freeze account')).toBeVisible();
    await expect.element(button('End all sessions')).toBeVisible();
    await expect.element(button('Resend verification email')).toBeVisible();
    for (const name of ['Unfreeze account', 'Remove two-factor']) expect(button(name).query()).toBeNull();
  });

  it('is offered nothing of an account that is gone', async () => {
    await openFile({ leftAt: at, email: null }, 'owner');
    expect(heading('Actions').query()).toBeNull();
  });
});

const dialog = (name: string) => page.getByRole('dialog', { name });

describe('an act', () => {
  it('is done with a reason, and the file shows how it is then', async () => {
    await openFile();
    await button('Freeze account').click();
    server.reply(freezePerson, { success: true });
    server.reply(readPerson, {
      success: true,
      person: {
        ...nadia,
        frozen: { since: at, by: 'operator', byName: null, reason: null, until: null },
      },
    });
    await field('Reason').fill('They lost their phone');
    const freeze = dialog('Freeze account').getByRole('button', { name: 'Freeze', exact: true });
    // What takes something away is red.
    await expect.element(freeze).toHaveAttribute('data-variant', 'danger');
    await freeze.click();
    await expectToast('Done. The person has been told.');
    await expect.element(page.getByText('Frozen by staff', { exact: false })).toBeVisible();
    expect(server.calls(freezePerson)[0]).toMatchObject({
      params: { id },
      body: { reason: 'They lost their phone' },
    });
  });

  it('that a colleague did a moment before is refused, and the file shows it', async () => {
    await openFile();
    await button('Freeze account').click();
    server.refuse(freezePerson, 'AlreadyFrozen', { message: 'This account is frozen already.' });
    server.reply(readPerson, {
      success: true,
      person: {
        ...nadia,
        frozen: { since: at, by: 'operator', byName: 'omid@staff.example', reason: null, until: null },
      },
    });
    await field('Reason').fill('They lost their phone');
    await dialog('Freeze account').getByRole('button', { name: 'Freeze', exact: true }).click();
    await expectProblem('This account is frozen already.');
    await dialog('Freeze account').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText('omid@staff.example', { exact: false })).toBeVisible();
  });

  it('that only proposes says that it waits', async () => {
    await openFile();
    await button('Remove two-factor').click();
    server.reply(proposeTwoFactorRemoval, { success: true, proposal });
    server.reply(readPerson, { success: true, person: { ...nadia, openProposals: [proposal] } });
    await field('Reason').fill('Lost the phone');
    await dialog('Remove two-factor').getByRole('button', { name: 'Propose' }).click();
    await expectToast('This waits for a second person.');
    await expect.element(page.getByTestId('open-proposal')).toMatchTextContent(/Omid Karimi.*Lost the phone/);
  });
});

describe('the level', () => {
  const levelOf = (en: string, number: number) => ({
    id: `018f0000-0000-7000-8000-0000000002${number}0`,
    name: { en },
    advice: null,
    limits: {
      depositDay: null,
      depositMonth: null,
      withdrawalDay: '500.00',
      withdrawalMonth: null,
      tradeDay: null,
      tradeMonth: null,
    },
    peopleCount: 0,
  });
  const [basic, known] = [levelOf('Basic', 1), levelOf('Known', 2)];
  const asked = ({ id: levelId, name }: typeof basic) => ({ id: levelId, name });
  const left = {
    kind: 'withdrawal',
    period: 'day',
    maxUsd: '500.00',
    usedUsd: '80.00',
    leftUsd: '420.00',
  } as const;

  it('says what is left, and another is given with a note and a reference', async () => {
    server.reply(readPersonLevel, { success: true, level: asked(basic), limits: [left], changes: [] });
    server.reply(listLevels, { success: true, levels: [basic, known] });
    await openFile({}, 'compliance');
    await expect.element(page.getByText(/420\.00.* left of .*500\.00/)).toBeVisible();
    await button('Give another level').click();
    const give = dialog('Give another level').getByRole('button', { name: 'Give another level' });
    await give.click();
    await expectFieldError(field('Reference'), 'This field is required');
    server.refuse(givePersonLevel, 'NothingToChange', { message: 'It is so already.' });
    await field('Reference').fill('case-7');
    await field('Note').fill('Passport seen');
    await give.click();
    await expectProblem('It is so already.');
    const change = { before: 'Basic', after: 'Known', note: 'Passport seen', reference: 'case-7' };
    server.reply(givePersonLevel, { success: true });
    server.reply(readPersonLevel, {
      success: true,
      level: asked(known),
      limits: [],
      changes: [{ ...change, id, actor: 'sara@staff.example', at }],
    });
    await give.click();
    await expectToast('Done. The person has been told.');
    expect(server.calls(givePersonLevel).at(-1)?.body).toEqual({
      levelId: known.id,
      note: 'Passport seen',
      reference: 'case-7',
    });
    await expect.element(page.getByTestId('level-change')).toMatchTextContent(/Basic → Known.*case-7/);
  });

  it('is only read by support', async () => {
    server.reply(readPersonLevel, { success: true, level: asked(basic), limits: [left], changes: [] });
    await openFile();
    await expect.element(page.getByText(/420\.00.* left of/)).toBeVisible();
    expect(button('Give another level').query()).toBeNull();
  });

  it('is not shown where there is none', async () => {
    await openFile({}, 'owner');
    await expect.poll(() => server.callCount(readPersonLevel) > 0).toBe(true);
    await expect.element(heading('Level')).not.toBeInTheDocument();
  });

  it('is not asked for by a treasurer', async () => {
    await openFile({ email: null }, 'treasurer');
    await expect.element(heading('History')).toBeVisible();
    expect(server.callCount(readPersonLevel)).toBe(0);
  });
});

describe('a note', () => {
  it('is added, and stays in the field where that fails', async () => {
    await openFile();
    await button('Add note').click();
    await expectFieldError(field('New note'), 'This field is required');
    server.refuse(addNote, 'NotFound', { message: 'Not found.' });
    await field('New note').fill('Called twice');
    await button('Add note').click();
    await expectProblem('Not found.');
    await expect.element(field('New note')).toHaveValue('Called twice');
    server.reply(addNote, { success: true });
    const note = { id, name: 'Sara Ahmadi', text: 'Called twice', at };
    server.reply(listNotes, { success: true, notes: [note], nextCursor: null });
    await button('Add note').click();
    await expectToast('Note added');
    await expect.element(page.getByTestId('note')).toMatchTextContent(/Called twice.*Sara Ahmadi/);
    await expect.element(field('New note')).toHaveValue('');
  });
});
