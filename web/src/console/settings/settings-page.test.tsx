import { changeAssetOffer, listOfferedAssets, type OfferedAsset } from '@mercury/contract/console/assets.ts';
import {
  changeSetting,
  listSettingChanges,
  listSettings,
  type Setting,
  type SettingChange,
} from '@mercury/contract/console/settings.ts';
import type { SettingName } from '@mercury/contract/console/setting-traits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole, proposalOf } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const moment = '2026-11-01T09:00:00.000Z';

const settingOf = (name: SettingName, differing: Partial<Setting> = {}): Setting => ({
  name,
  source: 'default',
  value: null,
  default: null,
  version: 0,
  changedAt: null,
  changedBy: null,
  proposal: null,
  ...differing,
});

const fee = settingOf('TRADE_FEE_BPS', { value: '25', default: '25' });
const spread = settingOf('TRADE_SPREAD_BPS', { source: 'environment', value: '50', default: '50' });
const price = settingOf('MRCY_PRICE_USD', {
  source: 'set',
  value: '0.6',
  default: '0.57',
  version: 1,
  changedAt: moment,
  changedBy: 'omid@staff.example',
  proposal: { id: proposalOf().id, by: 'omid@staff.example' },
});
const links = settingOf('SOCIAL_LINKS', { source: 'set', value: 'x=https://x.com/bank', version: 3 });
const large = settingOf('PAYOUT_APPROVAL_ABOVE');
/** As another build, or a hand, left it. */
const odd = settingOf('TRADE_DAY_USD_MAX', { source: 'set', value: 'much', version: 1 });

const bitcoin: OfferedAsset = {
  currency: 'BTC',
  name: 'Bitcoin',
  names: {},
  icon: null,
  decimals: 8,
  network: 'Bitcoin',
  isOffered: true,
  isAlwaysOffered: false,
  isTransferable: false,
  withdrawalMin: '0.001',
  networkFee: '0.0001',
  isFeeASetting: false,
  price: { source: 'market', market: 'bitcoin', usd: null },
  proposal: null,
};
const coin: OfferedAsset = {
  ...bitcoin,
  currency: 'MRCY',
  isTransferable: true,
  name: 'Mercury',
  isAlwaysOffered: true,
  isFeeASetting: true,
  price: { source: 'setting', market: null, usd: null },
  proposal: { id: proposalOf().id, by: 'omid@staff.example' },
};

function list(...settings: readonly Setting[]) {
  server.reply(listSettings, {
    success: true,
    settings: [...settings],
    assets: [
      { currency: 'BTC', decimals: 8, isOwn: false },
      { currency: 'MRCY', decimals: 8, isOwn: true },
    ],
  });
}

const row = (name: SettingName) => page.getByTestId(`setting-${name}`);
const dialog = (name: string) => page.getByRole('dialog', { name });
const press = (inDialog: string, name: string) =>
  dialog(inDialog).getByRole('button', { name, exact: true }).click();

beforeEach(() => {
  list(fee, spread, price, links, large, odd);
  server.reply(listOfferedAssets, { success: true, assets: [bitcoin, coin] });
});

describe('the list of settings', () => {
  it('says each in words, who says it, and what waits for a second person', async () => {
    await openConsole('/console/settings', 'owner');
    await expect.element(row('TRADE_FEE_BPS')).toMatchTextContent(/Fee of trades.*0\.25%.*Default/);
    await expect
      .element(row('MRCY_PRICE_USD'))
      .toMatchTextContent(/Waits for a second person.*0\.6\d* USD.*Set by omid@staff\.example/);
    await expect
      .element(row('MRCY_PRICE_USD').getByRole('link'))
      .toHaveAttribute('href', `/console/approvals/${proposalOf().id}`);
    await expect.element(row('PAYOUT_APPROVAL_ABOVE')).toMatchTextContent(/above.*not set/);
    await expect.element(row('TRADE_DAY_USD_MAX')).toMatchTextContent(/24 hours.*much/);
    await expect
      .element(row('TRADE_SPREAD_BPS'))
      .toMatchTextContent(/From the environment \(.*TRADE_SPREAD_BPS/);
    expect(button('Change: Spread of offers').query(), 'it can only be changed there').toBeNull();
  });

  it('that could not be loaded says so; whoever only reads is offered no change', async () => {
    server.refuse(listSettings, 'ServerError', { message: 'Out of order.' });
    await openConsole('/console/settings', 'auditor');
    await expect.element(page.getByText('The settings could not be loaded')).toBeVisible();
    list(fee);
    await button('Try again').click();
    await expect.element(row('TRADE_FEE_BPS')).toBeVisible();
    expect(button('Change: Fee of trades').query()).toBeNull();
  });
});

describe('a change', () => {
  it('of a fee is typed in percent, within its bounds, and waits for a second person', async () => {
    await openConsole('/console/settings', 'owner');
    await button('Change: Fee of trades').click();
    await expect.element(field('New value in percent')).toHaveValue('0.25');
    await expect
      .element(field('New value in percent'))
      .toHaveAccessibleDescription('If left empty: \u20680.25%\u2069 (the default)');
    await field('New value in percent').fill('10.01');
    await press('Fee of trades', 'Propose');
    await expect.element(field('New value in percent')).toHaveFocus();
    await field('Reason').fill('Costs have changed');
    await press('Fee of trades', 'Propose');
    await expectFieldError(field('New value in percent'), 'This is outside of what is allowed');
    await field('New value in percent').fill('0.05');
    server.reply(changeSetting, { success: true, proposal: proposalOf() });
    await press('Fee of trades', 'Propose');
    await expectToast('This waits for a second person.');
    expect(server.calls(changeSetting)).toMatchObject([
      { params: { name: 'TRADE_FEE_BPS' }, body: { value: '5', version: 0, reason: 'Costs have changed' } },
    ]);
  });

  it('of links, a line for each, is done at once', async () => {
    await openConsole('/console/settings', 'owner');
    await button('Change: Social networks').click();
    await button('Add a line').click();
    await field('Reason').fill('We are on Telegram now');
    await press('Social networks', 'Change');
    const second = page.getByTestId('setting-part').last().getByRole('textbox');
    await expectFieldError(second, 'Enter a link that starts with https://');
    await second.fill('https://t.me/bank');
    server.reply(changeSetting, { success: true, proposal: null });
    await press('Social networks', 'Change');
    await expectToast('Changed');
    expect(server.calls(changeSetting)[0]?.body).toMatchObject({
      value: 'x=https://x.com/bank,telegram=https://t.me/bank',
      version: 3,
    });
  });

  it('of amounts is refused where somebody was faster, and the page shows what is so now', async () => {
    await openConsole('/console/settings', 'owner');
    await button('Change: Payouts that need a second person: above').click();
    await button('Add a line').click();
    await field('Amount in BTC').fill('0.5');
    await field('Reason').fill('Large sums');
    server.refuse(changeSetting, 'SettingChanged', { message: 'Somebody has changed this.' });
    list({ ...large, source: 'set', value: 'BTC=0.7', version: 1 });
    await press('Payouts that need a second person: above', 'Propose');
    await expectProblem('Somebody has changed this.');
    expect(server.calls(changeSetting)[0]?.body).toMatchObject({ value: 'BTC=0.5', version: 0 });
    await press('Payouts that need a second person: above', 'Cancel');
    await expect.element(row('PAYOUT_APPROVAL_ABOVE')).toMatchTextContent(/0\.7\d* BTC/);
  });
});

describe('the history of a setting', () => {
  const change: SettingChange = {
    version: 1,
    at: moment,
    by: 'omid@staff.example',
    approvedBy: 'sara@staff.example',
    before: null,
    after: '0.6',
    reason: 'It is worth more',
  };

  it('tells who, when and why, and leads back to the earlier value', async () => {
    server.reply(listSettingChanges, { success: true, changes: [change], nextCursor: null });
    await openConsole('/console/settings', 'owner');
    await button('History: Price of one MRCY').click();
    await expect
      .element(page.getByTestId('setting-change'))
      .toMatchTextContent(/0\.57 USD.*0\.6\d* USD.*omid@.*approved by sara@.*It is worth more/);
    await press('History: Price of one MRCY', 'Propose to undo');
    await dialog('Undo this change?').getByRole('textbox', { name: 'Reason' }).fill('A slip');
    server.reply(changeSetting, { success: true, proposal: proposalOf() });
    await press('Undo this change?', 'Propose to undo');
    await expectToast('This waits for a second person.');
    expect(server.calls(changeSetting)).toMatchObject([
      { params: { name: 'MRCY_PRICE_USD' }, body: { value: null, version: 1, reason: 'A slip' } },
    ]);
  });

  it('is empty where nobody changed it', async () => {
    server.reply(listSettingChanges, { success: true, changes: [], nextCursor: null });
    await openConsole('/console/settings', 'auditor');
    await button('History: Fee of trades').click();
    await expect.element(page.getByText('Never changed')).toBeVisible();
  });
});

describe('currencies', () => {
  const assetRow = (code: string) => page.getByTestId(`asset-${code}`);

  it('say what each is offered for, what leaving costs and who says its price', async () => {
    await openConsole('/console/settings', 'auditor');
    await expect
      .element(assetRow('BTC'))
      .toMatchTextContent(
        /Bitcoin.*BTC.*Trading: yes.*Transfers: no.*0\.001\d* BTC.*0\.0001\d* BTC.*market.*bitcoin/,
      );
    await expect
      .element(assetRow('MRCY'))
      .toMatchTextContent(/Waits for a second person.*MRCY as set above.*as set above/);
    expect(button('Change: BTC').query(), 'an auditor only reads').toBeNull();
  });

  it('take two lines each on a phone, where their dialog tells the rest, also to whoever only reads', async () => {
    await page.viewport(360, 740);
    await openConsole('/console/settings', 'auditor');
    await expect.element(assetRow('BTC')).toBeVisible();
    expect(assetRow('BTC').element().getBoundingClientRect().height).toBeLessThan(90);
    expect(document.documentElement.scrollWidth).toBe(360);
    await expect.element(assetRow('BTC').getByText('0.0001', { exact: false }).first()).not.toBeVisible();
    await button('Details: BTC').click();
    await expect.element(dialog('BTC')).toMatchTextContent(/Bitcoin.*0\.001\d* BTC.*0\.0001\d* BTC.*market/);
    expect(dialog('BTC').getByRole('textbox').query()).toBeNull();
  });

  it('are changed by a second person; only what is different is proposed', async () => {
    await openConsole('/console/settings', 'owner');
    await button('Change: BTC').click();
    await dialog('BTC').getByRole('switch', { name: 'Taken in and traded' }).click();
    await field('Least withdrawal').fill('');
    await field('Reason').fill('The network is down');
    await press('BTC', 'Propose');
    await expectFieldError(field('Least withdrawal'), 'Please enter a valid amount');
    await field('Least withdrawal').fill('0.002');
    server.reply(changeAssetOffer, { success: true, proposal: proposalOf() });
    await press('BTC', 'Propose');
    await expectToast('This waits for a second person.');
    expect(server.calls(changeAssetOffer)).toMatchObject([{ params: { code: 'BTC' } }]);
    expect(server.calls(changeAssetOffer)[0]?.body).toEqual({
      isOffered: false,
      withdrawalMin: '0.002',
      reason: 'The network is down',
    });
  });

  it('in which top-ups are stay on, and a fee that a setting says is changed there', async () => {
    await openConsole('/console/settings', 'owner');
    await button('Change: MRCY').click();
    await expect.element(dialog('MRCY').getByRole('switch', { name: 'Taken in and traded' })).toBeDisabled();
    await expect.element(field('Least withdrawal')).toBeVisible();
    expect(field('Network fee').query()).toBeNull();
  });
});
