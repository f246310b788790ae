import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { giveMoney } from './accounts.ts';
import { makeStaff, openDesk, runCommand } from './console-staff.ts';
import { testOn } from './other-product.ts';
import { field, fieldMessage, toast } from './people.ts';
import { goTo } from './screens/screen.ts';
import { expect } from './test.ts';
import type { Texts } from './texts.ts';
import { acceptByApi, TradeScreen } from './trades.ts';

/** Fees, halts and levels are everybody's: a product of their own. What its environment says, nobody changes. */
const test = testOn({ TRADE_EXPOSURE_USD_MAX: '500' });
test.describe.configure({ mode: 'default' });

/** From the list of what waits, as a second person. */
async function approve(page: Page, { c }: Texts, about: string): Promise<void> {
  await goTo(page, '/console/approvals');
  const waiting = page.getByTestId('proposal').filter({ hasText: c('proposals.states.open') });
  await waiting.filter({ hasText: about }).getByRole('link').click();
  const dialog = page.getByRole('dialog', { name: c('proposals.one') });
  await dialog.getByRole('button', { name: c('proposals.approve') }).click();
  await expect(dialog.getByText(c('proposals.outcomes.done'))).toBeVisible();
  // The next one begins with coming to the list.
  await goTo(page, '/console');
}

test('an owner changes a fee, which customers see without a reload, and undoes it; what the environment says stays', async ({
  openBrowser,
  signedIn,
  texts,
}) => {
  const { c } = texts;
  const [owner, second] = [await makeStaff('owner', 'Sara Ahmadi'), await makeStaff('owner', 'Kaveh Azad')];
  const desk = await openDesk(await openBrowser(), owner, '/console/settings');
  const other = await openDesk(await openBrowser(), second, '/console');
  const { page } = await signedIn();
  await goTo(page, '/dashboard/trade');
  const terms = page.getByRole('main');
  await expect(terms.getByText('0.25%', { exact: true })).toBeVisible();
  const main = desk.getByRole('main');
  const fee = main.getByTestId('setting-TRADE_FEE_BPS');
  const name = c('settings.names.TRADE_FEE_BPS');

  await test.step('proposes it with a reason; a second one approves', async () => {
    await fee.getByRole('button', { name: c('settings.changeOf', { name }) }).click();
    const dialog = desk.getByRole('dialog', { name });
    await field(dialog, c('settings.valueInPercent')).fill('0.4');
    await dialog.getByLabel(c('reason.label')).fill('Our costs have risen');
    await dialog.getByRole('button', { name: c('settings.propose') }).click();
    await expect(toast(desk, texts, c('proposals.waits'))).toBeVisible();
    await expect(fee.getByText(c('settings.waits'))).toBeVisible();
    await expect(terms.getByText('0.25%', { exact: true })).toBeVisible();
    await approve(other, texts, name);
    await expect(terms.getByText('0.4%', { exact: true })).toBeVisible();
    await expect(fee.getByText('0.4%')).toBeVisible();
  });

  await test.step('undoes it out of its history', async () => {
    await fee.getByRole('button', { name: c('settings.historyOf', { name }) }).click();
    const history = desk.getByRole('dialog', { name: c('settings.historyOf', { name }) });
    await expect(history.getByText('Our costs have risen')).toBeVisible();
    await history.getByRole('button', { name: c('settings.proposeUndo') }).click();
    const dialog = desk.getByRole('dialog', { name: c('settings.undoTitle') });
    await dialog.getByLabel(c('reason.label')).fill('Too many left');
    await dialog.getByRole('button', { name: c('settings.proposeUndo') }).click();
    await expect(dialog).toBeHidden();
    await approve(other, texts, name);
    await expect(terms.getByText('0.25%', { exact: true })).toBeVisible();
  });

  await test.step('can’t change what the environment says, and reads so', async () => {
    await goTo(desk, '/console/audit');
    await goTo(desk, '/console/settings');
    const stated = main.getByTestId('setting-TRADE_EXPOSURE_USD_MAX');
    const variable = '\u2066TRADE_EXPOSURE_USD_MAX\u2069';
    await expect(stated.getByText(c('settings.fromEnvironment', { name: variable }))).toBeVisible();
    const setting = c('settings.names.TRADE_EXPOSURE_USD_MAX');
    await expect(stated.getByRole('button')).toHaveAccessibleName(c('settings.historyOf', { name: setting }));
  });
});

test('a treasurer halts a currency and resumes it, books the trade that lets people buy again, and saves the report', async ({
  openBrowser,
  signedIn,
  request,
  texts,
  watch,
}) => {
  // While it is halted, and while the house owes too much of it.
  watch.expectRefusal(422, '/v1/quotes');
  const { c } = texts;
  const [treasurer, second] = [
    await makeStaff('treasurer', 'Grace Miller'),
    await makeStaff('treasurer', 'Omid Karimi'),
  ];
  const desk = await openDesk(await openBrowser(), treasurer, '/console/trading');
  const main = desk.getByRole('main');
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '2000');
  const trade = new TradeScreen(page, texts);
  await trade.open('?type=BUY&to=ETH');
  const tradeMain = page.getByRole('main');
  const say = async (act: 'halt' | 'resume') => {
    await main.getByRole('button', { name: c(`trading.${act}Of`, { currency: 'ETH' }) }).click();
    const dialog = desk.getByRole('dialog', { name: c(`trading.acts.${act}Title`, { currency: 'ETH' }) });
    await dialog.getByLabel(c('reason.label')).fill('Its chain stands still');
    await dialog.getByRole('button', { name: c(`trading.${act}`) }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('nobody can buy what is halted', async () => {
    await say('halt');
    await expect(
      main.getByTestId('price-ETH').getByText(c('trading.states.halted'), { exact: true }),
    ).toBeVisible();
    await trade.given('buy').fill('440');
    await expect(tradeMain.getByText('Trading is halted right now', { exact: false })).toBeVisible();
    await expect(trade.reviewButton).toBeDisabled();
  });

  await test.step('it is bought once that is over, up to what the house may owe', async () => {
    await say('resume');
    const quote = await trade.type(trade.given('buy'), '450');
    await acceptByApi(request, person, quote);
    await trade.type(trade.given('buy'), '100');
    const review = await trade.review('buy');
    await trade.confirmIn(review).click();
    await expect(review.getByRole('alert')).toContainText('an order of this size');
    await page.keyboard.press('Escape');
    await expect(review).toBeHidden();
  });

  await test.step('what was bought elsewhere is booked by two people, and the house sells again', async () => {
    await main.getByRole('button', { name: c('trading.book'), exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: c('trading.bookTitle') });
    await field(dialog, c('trading.given')).fill('400');
    await field(dialog, c('trading.received')).fill('0.16');
    await dialog.getByLabel(c('trading.receivedCurrency')).selectOption('ETH');
    await field(dialog, c('trading.venue')).fill('Kraken');
    await field(dialog, c('trading.reference')).fill('OABC-1');
    await field(dialog, c('trading.time')).fill('00:00');
    await dialog.getByLabel(c('reason.label')).fill('To go on selling');
    await dialog.getByRole('button', { name: c('trading.propose') }).click();
    await expect(dialog).toBeHidden();
    const other = await openDesk(await openBrowser(), second, '/console');
    await approve(other, texts, 'Kraken');
    await expect(main.getByTestId('outside-trade').getByText('OABC-1')).toBeVisible();
    await trade.type(trade.given('buy'), '90');
    await trade.confirmIn(await trade.review('buy')).click();
    await expect(trade.outcome('buy')).toBeVisible();
  });

  await test.step('the report of trades counts it, and is saved', async () => {
    await goTo(desk, '/console/reports?report=trades');
    const row = main.getByTestId('traded-house').getByRole('row').filter({ hasText: 'ETH' });
    await expect(row).toContainText('540');
    const downloading = desk.waitForEvent('download');
    await main.getByRole('button', { name: c('audit.export'), exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^mercury-trades-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/ETH.*540\.00/);
  });
});

test('owners define a level, compliance gives a person a higher one, and they see what is left and are refused above it', async ({
  openBrowser,
  signedIn,
  texts,
  watch,
}) => {
  watch.expectRefusal(422, '/v1/quotes');
  // A file that nobody has given a reason for stays shut.
  watch.expectRefusal(403, '/console/api/people/');
  const { c, t } = texts;
  const [owner, second] = [await makeStaff('owner', 'Sara Ahmadi'), await makeStaff('owner', 'Kaveh Azad')];
  const compliance = await makeStaff('compliance', 'Leila Rad');
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '2000');
  const profile = page.getByRole('main');
  const levelName = (name: string) => t('levels.yours', { name: `\u2068${name}\u2069` });
  const trade = new TradeScreen(page, texts);
  const tooMuch = fieldMessage(profile, /above the limit of your level for trades: 100\.00/);

  await test.step('the first one is everybody’s, once a second person says so', async () => {
    const desk = await openDesk(await openBrowser(), owner, '/console/levels');
    await desk
      .getByRole('main')
      .getByRole('button', { name: c('levels.define') })
      .click();
    const dialog = desk.getByRole('dialog', { name: c('levels.define') });
    const inEnglish = (name: string) =>
      dialog.getByRole('group', { name, exact: true }).getByLabel('English', { exact: true });
    await inEnglish(c('levels.name')).fill('Basic');
    await field(dialog, c('levels.limits.tradeDay')).fill('100');
    await inEnglish(c('levels.advice')).fill('Write to papers@example.com');
    await dialog.getByLabel(c('reason.label')).fill('We begin with checks');
    await dialog.getByRole('button', { name: c('levels.propose') }).click();
    await expect(toast(desk, texts, c('proposals.waits'))).toBeVisible();
    await approve(await openDesk(await openBrowser(), second, '/console'), texts, 'Basic');
    await expect(desk.getByTestId('level').getByText('Basic')).toBeVisible();
  });

  await test.step('they see it, what is left, and how to get a higher one; above it nothing goes', async () => {
    await runCommand('define-level', 'Verified', 'trade-day=1000');
    await goTo(page, '/profile');
    await expect(profile.getByText(levelName('Basic'))).toBeVisible();
    await expect(profile.getByText('Write to papers@example.com')).toBeVisible();
    await expect(profile.getByText(t('levels.day.trade'))).toBeVisible();
    await trade.open('?type=BUY&to=MRCY');
    await trade.given('buy').fill('150');
    await expect(tooMuch).toBeVisible();
  });

  await test.step('compliance gives a higher one, with a note and where the papers are', async () => {
    const desk = await openDesk(await openBrowser(), compliance, `/console/people/${person.id}`);
    const main = desk.getByRole('main');
    await main.getByLabel(c('reason.label')).fill('Their papers have come');
    await main.getByRole('button', { name: c('people.look') }).click();
    await main.getByRole('button', { name: c('people.giveLevel') }).click();
    const dialog = desk.getByRole('dialog', { name: c('people.giveLevel') });
    await expect(dialog.getByLabel(c('people.level'))).toContainText('Verified');
    await field(dialog, c('people.levelReference')).fill('case-7');
    await dialog.getByLabel(c('people.levelNote')).fill('Passport seen');
    await dialog.getByRole('button', { name: c('people.giveLevel') }).click();
    await expect(main.getByTestId('level-change')).toContainText('case-7');
  });

  await test.step('and they go on', async () => {
    await trade.type(trade.given('buy'), '160');
    await expect(trade.reviewButton).toBeEnabled();
    await goTo(page, '/profile');
    await expect(profile.getByText(levelName('Verified'))).toBeVisible();
  });
});
