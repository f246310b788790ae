import { endpoints } from '@mercury/contract/api/index.ts';
import type { Quote } from '@mercury/contract/api/trade.ts';
import * as proposals from '@mercury/contract/console/proposals.ts';
import type { SettingName } from '@mercury/contract/console/setting-traits.ts';
import * as settings from '@mercury/contract/console/settings.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { en } from '../../i18n/en.ts';
import { succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { untilWaiting, withLock } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { operateOn } from '../../test/operator.ts';
import type { SignedInPerson } from '../../test/person.ts';
import { withdrawWith } from '../../test/withdrawals.ts';
import { callConsole, consoleSuccess, newestEntry, type StaffPerson } from '../test/console-client.ts';
import { decide } from '../test/proposal-client.ts';
import { startTwoOwners, type TwoOwners } from '../test/two-owners.ts';

let world: TwoOwners;
let testApp: TestApp;
/** Another process on the same data, whose environment says a limit. */
let sibling: TestApp;
let owner: StaffPerson;
let second: StaffPerson;
let person: SignedInPerson;

beforeAll(async () => {
  world = await startTwoOwners({ TRADE_ORDER_USD_MAX: '7777' });
  ({ testApp, sibling, owner, second, person } = world);
  await giveMoney(testApp, person, 'USD', '1000');
});
afterAll(() => world.close());

async function settingOf(name: SettingName, app = testApp): Promise<settings.Setting> {
  const reply = consoleSuccess(
    settings.listSettings,
    await callConsole(app, settings.listSettings, { token: owner.token }),
  );
  const setting = reply.settings.find((each) => each.name === name);
  if (setting === undefined) throw new Error(`${name} is not listed`);
  return setting;
}

/** By the newest version unless another is named. */
async function ask(
  name: SettingName,
  value: string | null,
  { version, app = testApp }: { version?: number; app?: TestApp } = {},
): Promise<TestReply> {
  const seen = version ?? (await settingOf(name)).version;
  const path = `/settings/${name}/changes` as const;
  const body = { value, version: seen, reason: 'Costs have changed' };
  return callConsole(app, { ...settings.changeSetting, path }, { token: owner.token, body });
}

async function propose(name: SettingName, value: string | null): Promise<proposals.Proposal> {
  const { proposal } = consoleSuccess(settings.changeSetting, await ask(name, value));
  if (proposal === null) throw new Error(`${name} was changed by one person`);
  return proposal;
}

async function change(name: SettingName, value: string | null): Promise<void> {
  const reply = await decide(testApp, second.token, await propose(name, value));
  consoleSuccess(proposals.approveProposal, reply);
}

async function historyOf(name: SettingName, cursor?: string) {
  const path = `/settings/${name}/changes${cursor === undefined ? '' : `?cursor=${cursor}`}` as const;
  const reply = await callConsole(testApp, { ...settings.listSettingChanges, path }, { token: owner.token });
  return consoleSuccess(settings.listSettingChanges, reply);
}

async function configOf(app: TestApp) {
  return succeeded(endpoints.getConfig, await app.call('GET', '/config'));
}

/** In every process, within a second. */
async function untilEverywhere(is: (config: Awaited<ReturnType<typeof configOf>>) => boolean): Promise<void> {
  await vi.waitFor(
    async () => expect((await Promise.all([testApp, sibling].map(configOf))).map(is)).toEqual([true, true]),
    { timeout: 1000, interval: 20 },
  );
}

async function quote(): Promise<Quote> {
  const body = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'MRCY', fromAmount: '100' };
  return succeeded(
    endpoints.createQuote,
    await testApp.call('POST', '/quotes', { token: person.token, body }),
  ).quote;
}

describe('a fee', () => {
  it('changes in every process once a second person says yes; an offer made before keeps its own', async () => {
    const before = await quote();
    const proposal = await propose('TRADE_FEE_BPS', '100');
    expect(proposal).toMatchObject({
      before: { TRADE_FEE_BPS: '0.25 %' },
      after: { TRADE_FEE_BPS: '1 %' },
      subject: { kind: 'setting', id: 'TRADE_FEE_BPS' },
    });
    expect(await settingOf('TRADE_FEE_BPS')).toMatchObject({
      value: '25',
      source: 'default',
      proposal: { id: proposal.id, by: owner.email },
    });
    expect((await configOf(sibling)).trade.feeBps).toBe(25);
    consoleSuccess(proposals.approveProposal, await decide(testApp, second.token, proposal));
    await untilEverywhere(({ trade }) => trade.feeBps === 100);
    const { id, fromAmount, toAmount } = before;
    const accepted = await testApp.call('POST', `/quotes/${id}/accept`, {
      token: person.token,
      body: { fromAmount, toAmount },
    });
    expect(succeeded(endpoints.acceptQuote, accepted).transaction.trade?.fee).toBe('0.25');
    expect((await quote()).fee).toBe('1.00');
    expect(await newestEntry(testApp)).toMatchObject({
      actor: second.email,
      action: 'settings.change',
      subject_id: 'TRADE_FEE_BPS',
      before: { TRADE_FEE_BPS: '0.25 %' },
      after: { TRADE_FEE_BPS: '1 %', proposedBy: owner.email },
      reason: 'Costs have changed',
    });
    expect(await settingOf('TRADE_FEE_BPS')).toMatchObject({
      value: '100',
      source: 'set',
      default: '25',
      version: 1,
      changedBy: owner.email,
      proposal: null,
    });
  });

  it('of a withdrawal and its network fee are what the next one costs', async () => {
    await change('WITHDRAWAL_FEE_BPS', '200');
    await change('WITHDRAWAL_NETWORK_FEES', 'BTC=0.001');
    await untilEverywhere(({ withdrawalFeeBps, assets }) => {
      const bitcoin = assets.find(({ code }) => code === 'BTC');
      return withdrawalFeeBps === 200 && bitcoin?.networkFee === '0.00100000';
    });
    const reply = await withdrawWith(testApp, person, { amount: '0.1' });
    expect(succeeded(endpoints.withdraw, reply).transaction.fee).toBe('0.00300000');
  });

  it('is undone by the earlier value, by the same rules, and its history tells of both', async () => {
    await change('TRADE_SPREAD_BPS', '70');
    await change('TRADE_SPREAD_BPS', null);
    await untilEverywhere(({ trade }) => trade.spreadBps === 50);
    const { changes, nextCursor } = await historyOf('TRADE_SPREAD_BPS');
    const said = { by: owner.email, approvedBy: second.email, reason: 'Costs have changed' };
    expect(changes).toMatchObject([
      { version: 2, before: '70', after: null, ...said },
      { version: 1, before: null, after: '70', ...said },
    ]);
    expect(nextCursor).toBeNull();
    expect(await settingOf('TRADE_SPREAD_BPS')).toMatchObject({ value: '50', source: 'default', version: 2 });
  });
});

describe('contact details', () => {
  it('are changed by one person at once, with a reason and an entry in the log', async () => {
    const reply = await ask('CONTACT_EMAIL', 'help@bank.example');
    expect(consoleSuccess(settings.changeSetting, reply).proposal).toBeNull();
    consoleSuccess(settings.changeSetting, await ask('SOCIAL_LINKS', 'x=https://x.com/bank'));
    expect(await newestEntry(testApp)).toMatchObject({
      actor: owner.email,
      action: 'settings.change',
      subject_id: 'SOCIAL_LINKS',
      before: {},
      after: { SOCIAL_LINKS: 'x https://x.com/bank' },
      reason: 'Costs have changed',
    });
    await untilEverywhere(
      ({ contact, socialLinks }) => contact.email === 'help@bank.example' && socialLinks.length === 1,
    );
    const security = await sibling.app.inject('/.well-known/security.txt');
    expect(security.body).toContain('mailto:help@bank.example');
    expect((await historyOf('CONTACT_EMAIL')).changes).toMatchObject([{ approvedBy: null }]);
  });
});

describe('a proposal', () => {
  it('ends undone where the value changed meanwhile', async () => {
    const proposal = await propose('TRADE_DAY_USD_MAX', '60000');
    expect((await ask('TRADE_DAY_USD_MAX', '70000')).body.error, 'one waits').toBe('ProposalExists');
    const { output, exitCode } = await operateOn(testApp, ['set-setting', 'TRADE_DAY_USD_MAX', '55000']);
    expect([exitCode, output]).toEqual([0, 'TRADE_DAY_USD_MAX is 55000 USD from now on\n']);
    expect((await decide(testApp, second.token, proposal)).body.error).toBe('ProposalOutdated');
    await untilEverywhere(({ trade }) => trade.dayUsdMax === '55000.00');
  });

  it('in another process waits for one that is under way, and has not seen it then', async () => {
    const { version } = await settingOf('CONTACT_ADDRESS');
    const lock = 'lock table setting_change in exclusive mode';
    const replies = await withLock(testApp, lock, async (client) => {
      const first = ask('CONTACT_ADDRESS', '1 First Road', { version });
      await untilWaiting(testApp, 'insert into setting_change');
      const later = ask('CONTACT_ADDRESS', '2 Second Road', { version, app: sibling });
      await untilWaiting(testApp, 'pg_advisory_xact_lock');
      await client.query('rollback');
      return Promise.all([first, later]);
    });
    expect(replies.map(({ status, body }) => [status, body.error])).toEqual([
      [200, undefined],
      [409, 'SettingChanged'],
    ]);
    expect((await settingOf('CONTACT_ADDRESS')).value).toBe('1 First Road');
  });

  it('is refused to who has not seen the newest value, and where nothing would change', async () => {
    await change('TRADE_PRICE_JUMP_BPS', '900');
    expect((await ask('TRADE_PRICE_JUMP_BPS', '800', { version: 0 })).body.error).toBe('SettingChanged');
    expect((await ask('TRADE_PRICE_JUMP_BPS', '900')).body.error).toBe('NothingToChange');
  });
});

describe('the environment', () => {
  it('wins where it says something, and nothing else is said there', async () => {
    await change('TRADE_ORDER_USD_MAX', '5000');
    await vi.waitFor(async () => expect((await configOf(testApp)).trade.orderUsdMax).toBe('5000.00'));
    expect((await configOf(sibling)).trade.orderUsdMax).toBe('7777.00');
    expect(await settingOf('TRADE_ORDER_USD_MAX', sibling)).toMatchObject({
      source: 'environment',
      value: '7777',
    });
    const reply = await ask('TRADE_ORDER_USD_MAX', '6000', { app: sibling });
    expect([reply.status, reply.body.error]).toEqual([409, 'SetByEnvironment']);
    const stated = { TRADE_ORDER_USD_MAX: '7777' };
    const { complaint } = await operateOn(testApp, ['set-setting', 'TRADE_ORDER_USD_MAX', '6000'], stated);
    expect(complaint).toBe('The environment says TRADE_ORDER_USD_MAX, and wins: change or remove it there\n');
    const { output } = await operateOn(testApp, ['settings'], stated);
    expect(output).toMatch(/^TRADE_ORDER_USD_MAX +7777 +the environment +-$/m);
    expect(output).toMatch(new RegExp(`^TRADE_PRICE_JUMP_BPS +900 +${owner.email} `, 'm'));
    expect(output).toMatch(/^TRADE_EXPOSURE_USD_MAX +250000 +default +-$/m);
  });
});

describe('a bad value', () => {
  it.each([
    ['MRCY_PRICE_USD', '0', 'invalidAmount'],
    ['TRADE_FEE_BPS', '1001', 'outOfRange'],
    ['TRADE_FEE_BPS', '0.5', 'outOfRange'],
    ['TRADE_SPREAD_BPS', '-1', 'outOfRange'],
    ['TRADE_PRICE_JUMP_BPS', '10001', 'outOfRange'],
    ['WITHDRAWAL_FEE_BPS', '10001', 'outOfRange'],
    ['WITHDRAWAL_NETWORK_FEES', 'BTC=0', 'invalidAmount'],
    ['WITHDRAWAL_NETWORK_FEES', 'MRCY=1', 'invalid'],
    ['TRADE_ORDER_USD_MAX', '0.99', 'outOfRange'],
    ['TRADE_DAY_USD_MAX', '1e5', 'invalidAmount'],
    ['TRADE_EXPOSURE_USD_MAX', '1.001', 'invalidAmount'],
    ['PAYOUT_APPROVAL_ABOVE', 'BTC=1,BTC=2', 'namedTwice'],
    ['PAYOUT_APPROVAL_DAY_ABOVE', 'NONE=1', 'invalid'],
    ['CONTACT_EMAIL', 'nobody', 'invalidEmail'],
    ['CONTACT_PHONE', 'call me', 'invalidPhone'],
    ['CONTACT_ADDRESS', '1 Street\nTown', 'namePattern'],
    ['SOCIAL_LINKS', 'x=http://x.com/bank', 'invalidLink'],
    ['SOCIAL_LINKS', 'x=https://x.com/\ud800', 'invalid'],
    ['SOCIAL_LINKS', 'myspace=https://example.com', 'invalid'],
    ['OPERATOR_EMAIL', '@', 'invalidEmail'],
    ['DEPOSIT_XPUB_BITCOIN', `zpub${'1'.repeat(107)}`, 'invalidDepositKey'],
    ['DEPOSIT_ADDRESS_XRP', 'short', 'invalidAddress'],
    ['DEPOSIT_ADDRESS_XRP', 'r'.repeat(30), 'invalidAddress'],
  ] as const)('of %s (%s) is refused at its field, and by the command', async (name, value, key) => {
    const reply = await ask(name, value);
    expect([reply.status, reply.body.errors]).toMatchObject([
      400,
      [{ field: 'value', message: en.validation[key] }],
    ]);
    const { exitCode, complaint } = await operateOn(testApp, ['set-setting', name, value]);
    expect([exitCode, complaint]).toEqual([1, expect.stringMatching(new RegExp(`^${name} [^\\n]+\\n$`))]);
  });

  it('is no setting where nothing is called so', async () => {
    const { complaint } = await operateOn(testApp, ['set-setting', 'PORT', '80']);
    expect(complaint).toMatch(/^"PORT" is no setting; there are /);
  });
});

describe('what is stored', () => {
  const store = (name: SettingName, value: string, versions: readonly number[]) =>
    testApp.db.pool.query(
      `insert into setting_change (name, version, value, reason, changed_by)
       select $1, version, $2, 'a test', 'grace' from unnest($3::integer[]) as version`,
      [name, value, versions],
    );

  it('is told by pages, newest first', async () => {
    const versions = Array.from({ length: 21 }, (_, index) => index + 1);
    await store('CONTACT_PHONE', '+1 202 555 0100', versions);
    const first = await historyOf('CONTACT_PHONE');
    expect(first.changes.map(({ version }) => version)).toEqual(versions.slice(1).toReversed());
    const second = await historyOf('CONTACT_PHONE', first.nextCursor ?? '');
    expect([second.changes.map(({ version }) => version), second.nextCursor]).toEqual([[1], null]);
    const wrong = {
      ...settings.listSettingChanges,
      path: '/settings/CONTACT_PHONE/changes?cursor=0',
    } as const;
    expect((await callConsole(testApp, wrong, { token: owner.token })).status).toBe(400);
  });

  it('and can’t be read is named in one line, counts nowhere, and is mended by the command', async () => {
    const before = (await configOf(testApp)).trade.spreadBps;
    await store('TRADE_SPREAD_BPS', 'much', [99]);
    expect((await operateOn(testApp, ['list-assets'])).complaint).toBe(
      'TRADE_SPREAD_BPS is no whole number: say another with set-setting TRADE_SPREAD_BPS\n',
    );
    expect((await configOf(testApp)).trade.spreadBps).toBe(before);
    expect((await operateOn(testApp, ['set-setting', 'TRADE_SPREAD_BPS', '45'])).complaint).toBe('');
    await untilEverywhere(({ trade }) => trade.spreadBps === 45);
  });
});
