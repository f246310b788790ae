import { endpoints } from '@mercury/contract/api/index.ts';
import * as assets from '@mercury/contract/console/assets.ts';
import * as proposals from '@mercury/contract/console/proposals.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { en } from '../../i18n/en.ts';
import { succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { operateOn } from '../../test/operator.ts';
import type { SignedInPerson } from '../../test/person.ts';
import { withdrawWith } from '../../test/withdrawals.ts';
import { callConsole, consoleSuccess, newestEntry, type StaffPerson } from '../test/console-client.ts';
import { decide, stateOf } from '../test/proposal-client.ts';
import { startTwoOwners, type TwoOwners } from '../test/two-owners.ts';

let world: TwoOwners;
let testApp: TestApp;
/** Where the environment says a network fee. */
let sibling: TestApp;
let owner: StaffPerson;
let second: StaffPerson;
let person: SignedInPerson;

beforeAll(async () => {
  world = await startTwoOwners({ WITHDRAWAL_NETWORK_FEES: 'LTC=0.02' });
  ({ testApp, sibling, owner, second, person } = world);
});
afterAll(() => world.close());

function ask(code: string, offer: assets.AssetOffer, app = testApp): Promise<TestReply> {
  const path = `/assets/${code}/changes` as const;
  const body = { ...offer, reason: 'Costs have changed' };
  return callConsole(app, { ...assets.changeAssetOffer, path }, { token: owner.token, body });
}

async function propose(code: string, offer: assets.AssetOffer): Promise<proposals.Proposal> {
  return consoleSuccess(assets.changeAssetOffer, await ask(code, offer)).proposal;
}

async function listed(code: string, app = testApp): Promise<assets.OfferedAsset | undefined> {
  const reply = await callConsole(app, assets.listOfferedAssets, { token: owner.token });
  return consoleSuccess(assets.listOfferedAssets, reply).assets.find(({ currency }) => currency === code);
}

async function configured(code: string) {
  const config = succeeded(endpoints.getConfig, await testApp.call('GET', '/config'));
  return config.assets.find((asset) => asset.code === code);
}

describe('what an asset is offered for', () => {
  it('changes once a second person says yes: what leaves costs that, and no less leaves', async () => {
    const proposal = await propose('BTC', { withdrawalMin: '0.10', networkFee: '0.01' });
    expect(proposal).toMatchObject({
      subject: { kind: 'asset', id: 'BTC', name: 'BTC' },
      before: { isOffered: true, isTransferable: true },
      after: {
        isOffered: true,
        isTransferable: true,
        leastWithdrawal: '0.1 BTC',
        networkFee: '0.01 BTC',
      },
    });
    expect(await listed('BTC')).toMatchObject({ proposal: { id: proposal.id, by: owner.email } });
    expect((await decide(testApp, owner.token, proposal)).body.error).toBe('OwnProposal');
    consoleSuccess(proposals.approveProposal, await decide(testApp, second.token, proposal));
    await vi.waitFor(async () =>
      expect(await configured('BTC')).toMatchObject({
        withdrawalMin: '0.10000000',
        networkFee: '0.01000000',
      }),
    );
    expect((await withdrawWith(testApp, person, { amount: '0.09' })).body.error).toBe('AmountOutOfRange');
    const reply = await withdrawWith(testApp, person, { amount: '0.1' });
    expect(succeeded(endpoints.withdraw, reply).transaction.fee).toBe('0.01050000');
    expect(await newestEntry(testApp)).toMatchObject({
      actor: second.email,
      action: 'assets.change',
      subject_id: 'BTC',
      after: { networkFee: '0.01 BTC', proposedBy: owner.email },
    });
    expect(await listed('BTC')).toMatchObject({ withdrawalMin: '0.1', networkFee: '0.01', proposal: null });
  });

  it('can be nothing: it is neither taken in nor traded nor sent to others, and nothing else changes', async () => {
    const before = await listed('DOGE');
    const proposal = await propose('DOGE', { isOffered: false, isTransferable: false });
    consoleSuccess(proposals.approveProposal, await decide(testApp, second.token, proposal));
    await vi.waitFor(async () =>
      expect(await configured('DOGE')).toMatchObject({ isActive: false, isTransferable: false }),
    );
    expect(await listed('DOGE')).toEqual({ ...before, isOffered: false, isTransferable: false });
  });

  it('stays where it changed after it was proposed', async () => {
    const proposal = await propose('XRP', { withdrawalMin: '7' });
    const { exitCode } = await operateOn(testApp, ['set-asset', 'XRP', 'least-withdrawal=8']);
    expect(exitCode).toBe(0);
    expect((await decide(testApp, second.token, proposal)).body.error).toBe('ProposalOutdated');
    expect(await stateOf(testApp, proposal)).toBe('outdated');
    expect(await listed('XRP')).toMatchObject({ withdrawalMin: '8' });
  });
});

describe('it is refused', () => {
  it.each(['USD', 'MRCY'])('to switch off %s, in which top-ups are', async (code) => {
    const reply = await ask(code, { isOffered: false });
    expect([reply.status, reply.body.error]).toEqual([422, 'AssetAlwaysOffered']);
    expect(await listed(code)).toMatchObject({ isOffered: true, isAlwaysOffered: true });
  });

  it.each([
    ['withdrawalMin', '0'],
    ['withdrawalMin', '0.0000000000000000001'],
    ['networkFee', '1e3'],
  ] as const)('to say a %s of %s', async (field, amount) => {
    const reply = await ask('ETH', { [field]: amount });
    expect([reply.status, reply.body.errors]).toMatchObject([
      400,
      [{ field, message: en.validation.invalidAmount }],
    ]);
  });

  it('to say the fee where a setting says it, or what is so already, or of what is not there', async () => {
    expect(await listed('LTC', sibling)).toMatchObject({ isFeeASetting: true, networkFee: '0.02' });
    const reply = await ask('LTC', { networkFee: '0.1' }, sibling);
    expect([reply.status, reply.body.errors]).toMatchObject([400, [{ field: 'networkFee' }]]);
    expect((await ask('LTC', { isOffered: true })).body.error).toBe('NothingToChange');
    expect((await ask('LEAD', { isOffered: true })).body.error).toBe('NotFound');
  });
});

it('tells who says each price', async () => {
  const sources = await Promise.all(['MRCY', 'USD', 'BTC'].map(async (code) => (await listed(code))?.price));
  expect(sources).toEqual([
    { source: 'setting', market: null, usd: null },
    { source: 'par', market: null, usd: null },
    { source: 'market', market: 'bitcoin', usd: null },
  ]);
});
