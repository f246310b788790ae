import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import * as contract from '@mercury/contract/console/levels.ts';
import { lookAtPerson } from '@mercury/contract/console/people.ts';
import { approveProposal, type Proposal } from '@mercury/contract/console/proposals.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestReply } from '../../test/app.ts';
import { defineLevel, removeLevels } from '../../test/levels.ts';
import { untilWaiting, withLock } from '../../test/markets.ts';
import { operateOn } from '../../test/operator.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let owner: StaffPerson;
let second: StaffPerson;
let compliance: StaffPerson;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  [owner, second] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'owner')];
  compliance = await makeStaff(testApp, 'compliance');
  person = await makePerson(testApp);
});
afterEach(() => removeLevels(testApp));
afterAll(() => testApp.close());

const noLimits = {
  depositDay: null,
  depositMonth: null,
  withdrawalDay: null,
  withdrawalMonth: null,
  tradeDay: null,
  tradeMonth: null,
};
const inEnglish = (en: string) => ({ en, fa: '', ru: '', zh: '' });
const body = (terms: object) => ({
  name: inEnglish('Basic'),
  advice: null,
  limits: noLimits,
  place: 1,
  reason: 'We grow',
  ...terms,
});

function callAbout(
  endpoint: ConsoleEndpoint,
  id: string,
  asked: { token: string; body?: object },
): Promise<TestReply> {
  const path = endpoint.path.replace(':id', id) as `/${string}`;
  return callConsole(testApp, { ...endpoint, path }, asked);
}

const define = (terms: object) =>
  callConsole(testApp, contract.defineLevel, { token: owner.token, body: body(terms) });
const change = (id: string, terms: object) =>
  callAbout(contract.changeLevel, id, { token: owner.token, body: body(terms) });
const remove = (id: string) =>
  callAbout(contract.removeLevel, id, { token: owner.token, body: { reason: 'Unused' } });
const proposed = (reply: TestReply): Proposal => consoleSuccess(contract.defineLevel, reply).proposal;
const approve = ({ id }: Proposal) => callAbout(approveProposal, id, { token: second.token });

async function list(): Promise<contract.Level[]> {
  const reply = await callConsole(testApp, contract.listLevels, { token: compliance.token });
  return consoleSuccess(contract.listLevels, reply).levels;
}
const names = async () => (await list()).map(({ name }) => name.en);

describe('a level', () => {
  it('is defined, changed and moved by two people, who read exactly what will be so', async () => {
    const proposal = proposed(
      await define({
        name: { ...inEnglish('Basic'), fa: 'پایه' },
        limits: { ...noLimits, withdrawalDay: '1000.5' },
      }),
    );
    expect(proposal).toMatchObject({
      kind: 'levels.change',
      subject: { kind: 'level', name: 'Basic' },
      before: {},
      after: {
        level: { en: 'Basic', fa: 'پایه' },
        place: '1 of 1',
        isOf: 'everybody who was given no other',
        withdrawalsIn24Hours: '1000.50 USD',
        tradesIn30Days: 'no limit',
        adviceForHigher: 'the contact page',
      },
    });
    expect(await names()).toEqual([]);
    expect((await approve(proposal)).status).toBe(200);
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'levels.change',
      actor: second.email,
      reason: 'We grow',
    });
    expect((await approve(proposed(await define({ name: inEnglish('Known'), place: 2 })))).status).toBe(200);
    const [basic, known] = await list();
    expect(basic).toMatchObject({
      name: { en: 'Basic', fa: 'پایه' },
      limits: { withdrawalDay: '1000.50' },
      peopleCount: 0,
    });
    const moved = proposed(
      await change(known?.id ?? '', {
        name: inEnglish('Guest'),
        advice: { ...inEnglish('Write to us'), ru: 'Напишите нам' },
      }),
    );
    expect([moved.before, moved.after]).toMatchObject([
      { level: { en: 'Known' }, place: '2 of 2' },
      {
        level: { en: 'Guest' },
        place: '1 of 2',
        adviceForHigher: { en: 'Write to us', ru: 'Напишите нам' },
      },
    ]);
    expect((await approve(moved)).status).toBe(200);
    expect(await names()).toEqual(['Guest', 'Basic']);
  });

  it('that was changed meanwhile ends what was proposed', async () => {
    const id = await defineLevel(testApp, 'Basic', {});
    const proposal = proposed(await change(id, { limits: { ...noLimits, tradeDay: '5' } }));
    await operateOn(testApp, ['define-level', 'basic', 'deposit-day=7', 'trade-day=none']);
    expect((await approve(proposal)).body.error).toBe('ProposalOutdated');
    expect(await list()).toMatchObject([{ limits: { depositDay: '7.00', tradeDay: null } }]);
  });

  it('has a name of its own, exists, and becomes another', async () => {
    const id = await defineLevel(testApp, 'Basic', {});
    expect((await define({ name: inEnglish('BASIC') })).body.error).toBe('LevelExists');
    // Who reads Persian would see two of one name.
    const persian = { ...inEnglish('Known'), fa: 'basic' };
    expect((await define({ name: persian })).body.error).toBe('LevelExists');
    expect((await define({ name: { ...inEnglish(' '), fa: 'پایه' } })).body.errors[0]?.field).toBe('name.en');
    expect((await change(id, {})).body.error).toBe('NothingToChange');
    expect((await change(person.user.id, {})).body.error).toBe('NotFound');
    expect((await remove(person.user.id)).body.error).toBe('NotFound');
    for (const tradeDay of ['1.005', '9'.repeat(33)]) {
      const { body } = await define({ name: inEnglish('Known'), limits: { ...noLimits, tradeDay } });
      expect([tradeDay, body.error]).toEqual([tradeDay, 'ValidationFailed']);
    }
  });

  it('goes only if nobody was given it', async () => {
    await defineLevel(testApp, 'Basic', {});
    const id = await defineLevel(testApp, 'Known', {});
    const given = { levelId: id, note: 'Passport seen', reference: 'case-7' };
    const give = await callAbout(contract.givePersonLevel, person.user.id, {
      token: compliance.token,
      body: given,
    });
    expect(give.status).toBe(200);
    expect((await remove(id)).body.error).toBe('LevelInUse');
    expect(await operateOn(testApp, ['remove-level', 'Known'])).toMatchObject({
      exitCode: 1,
      complaint: 'Somebody was given this level: give them another first\n',
    });
    await testApp.db.pool.query('update app_user set level_id = null where id = $1', [person.user.id]);
    expect((await approve(proposed(await remove(id)))).status).toBe(200);
    expect(await names()).toEqual(['Basic']);
  });
});

describe('the level of a person', () => {
  const read = () => callAbout(contract.readPersonLevel, person.user.id, { token: compliance.token });

  it('is given with a note and a reference, which stay, and stands in their file', async () => {
    await defineLevel(testApp, 'Basic', { withdrawalDay: '10' });
    const id = await defineLevel(testApp, 'Known', { withdrawalDay: '500', tradeMonth: '9000' });
    const give = (given: object = {}) =>
      callAbout(contract.givePersonLevel, person.user.id, {
        token: compliance.token,
        body: { levelId: id, note: 'Passport seen', reference: 'case-8', ...given },
      });
    expect((await read()).body.error).toBe('LookRequired');
    const reason = { reason: 'They asked for more' };
    await callAbout(lookAtPerson, person.user.id, { token: compliance.token, body: reason });
    expect((await give({ reference: ' ' })).body.error).toBe('ValidationFailed');
    expect((await give({ levelId: person.user.id })).body.error).toBe('NotFound');
    expect((await give()).status).toBe(200);
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'people.level',
      actor: compliance.email,
      subject_id: person.user.id,
      before: { username: person.username, level: 'Basic' },
      after: { level: 'Known', reference: 'case-8' },
      reason: 'Passport seen',
    });
    expect((await give()).body.error).toBe('NothingToChange');
    const found = consoleSuccess(contract.readPersonLevel, await read());
    expect(found).toMatchObject({
      level: { id, name: { en: 'Known' } },
      limits: [
        { kind: 'withdrawal', period: 'day', leftUsd: '500.00' },
        { kind: 'trade', period: 'month', leftUsd: '9000.00' },
      ],
    });
    expect(found.changes[0]).toMatchObject({
      before: 'Basic',
      after: 'Known',
      note: 'Passport seen',
      reference: 'case-8',
      actor: compliance.email,
    });
    await expect(testApp.db.pool.query('delete from level_change')).rejects.toThrow('denied');
    await expect(testApp.ownerDb.pool.query('delete from level_change')).rejects.toThrow('stays written');
  });

  it('that goes at the same moment is not given', async () => {
    await defineLevel(testApp, 'Basic', {});
    const id = await defineLevel(testApp, 'Known', {});
    const lock = 'lock table level in share row exclusive mode';
    const reply = await withLock(testApp, lock, async (client) => {
      const asked = callAbout(contract.givePersonLevel, person.user.id, {
        token: compliance.token,
        body: { levelId: id, note: 'Passport seen', reference: 'case-9' },
      });
      await untilWaiting(testApp, 'lock table level in share mode');
      await client.query('delete from level where id = $1', [id]);
      await client.query('commit');
      return asked;
    });
    expect(reply.body.error).toBe('NotFound');
  });
});

it('the command lists the levels, and says what is wrong with a word', async () => {
  expect((await operateOn(testApp, ['levels'])).output).toBe('There are no levels, and no limits of them\n');
  await operateOn(testApp, ['define-level', 'Basic', 'withdrawal-day=100', 'place=1']);
  expect((await operateOn(testApp, ['levels'])).output).toMatch(
    /\nBasic +none +none +100\.00 +none +none +none +0\n/,
  );
  const words = ['name.fa=پایه', 'name.ru=Базовый', 'advice.en=Write', 'to', 'us', 'advice.ru=Напишите'];
  await operateOn(testApp, ['define-level', 'basic', ...words]);
  await operateOn(testApp, ['define-level', 'basic', 'name.ru=', 'trade-day=5', 'advice.ru=Напишите нам']);
  expect(await list()).toMatchObject([
    {
      name: { en: 'Basic', fa: 'پایه' },
      advice: { en: 'Write to us', ru: 'Напишите нам' },
      limits: { withdrawalDay: '100.00', tradeDay: '5.00' },
    },
  ]);
  await operateOn(testApp, ['define-level', 'basic', 'trade-day=none', 'advice.en=', 'advice.ru=']);
  expect(await list()).toMatchObject([{ name: { en: 'Basic', fa: 'پایه' }, advice: null }]);
  const wrong = [
    ['define-level', 'Basic', 'advice.fa=تماس'],
    ['define-level', 'Basic', `name.zh=${'名'.repeat(41)}`],
    ['define-level', 'Basic', 'withdrawal-day=much'],
    ['define-level', 'Basic', 'place=0'],
    ['define-level', 'Basic', 'withdrawal-day=100'],
    ['set-level', person.username, 'Gold', 'case-7', 'Passport seen'],
    ['set-level', person.username, 'Basic', 'case-7', 'no'],
    ['remove-level', 'Gold'],
  ];
  const complaints = [];
  for (const words of wrong) complaints.push((await operateOn(testApp, words)).complaint);
  expect(complaints).toEqual([
    'Advice is in English at least, up to 500 characters in each language\n',
    'A level has a name of 1 to 40 characters in each language\n',
    '"much" is no amount of US dollars\n',
    '"0" is no place: from 1 on\n',
    'The level is so already\n',
    'There is no level "Gold"\n',
    'The reference has 1 to 200 characters, the note 3 to 500\n',
    'There is no level "Gold"\n',
  ]);
  expect((await operateOn(testApp, ['remove-level', 'Basic'])).output).toBe(
    'There is no level Basic any more\n',
  );
});
