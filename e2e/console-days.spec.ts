import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { giveMoney, makePerson, putTwoFactorInPlace } from './accounts.ts';
import { joinByPassword, makeStaff, openDesk, openInvitation } from './console-staff.ts';
import { callAsStaff, fillDesks } from './console-work.ts';
import { tabAndPress, tabAndType } from './keyboard.ts';
import { linkIn, mailTo } from './mails.ts';
import { queuePayout } from './payouts.ts';
import { field, toast } from './people.ts';
import { goTo } from './screens/screen.ts';
import { expect, test as base } from './test.ts';
import type { StaffPerson } from '../server/src/console/test/insert-staff.ts';

const test = base.extend<{ atDesk: (staff: StaffPerson, path: string) => Promise<Page> }>({
  atDesk: async ({ openBrowser }, use) => {
    await use(async (staff, path) => openDesk(await openBrowser(), staff, path));
  },
});

test('support asks to remove somebody’s second factor, a colleague approves, and they sign in without', async ({
  page,
  texts,
  atDesk,
  watch,
}) => {
  // A file that nobody has given a reason for stays shut.
  watch.expectRefusal(403, '/console/api/people/');
  const { c, t } = texts;
  const reason = 'Called back at the number they gave us last year';
  const [support, colleague] = [
    await makeStaff('support', 'Omid Karimi'),
    await makeStaff('compliance', 'Leila Rad'),
  ];
  const person = await makePerson({ locale: 'en' });
  await putTwoFactorInPlace(person);

  await test.step('support finds them, says why they look, and asks', async () => {
    const desk = await atDesk(support, '/console/people');
    const main = desk.getByRole('main');
    await field(main, c('people.search')).fill(person.username);
    await main.getByRole('button', { name: c('people.find') }).click();
    await main.getByRole('link', { name: person.username }).click();
    await main.getByLabel(c('reason.label')).fill('They can’t sign in');
    await main.getByRole('button', { name: c('people.look') }).click();
    await main.getByRole('button', { name: c('people.acts.removeTwoFactor.name') }).click();
    const dialog = desk.getByRole('dialog', { name: c('people.acts.removeTwoFactor.name') });
    await dialog.getByLabel(c('reason.label')).fill(reason);
    await dialog.getByRole('button', { name: c('people.acts.removeTwoFactor.confirm') }).click();
    await expect(toast(desk, texts, c('proposals.waits'))).toBeVisible();
    await main.getByTestId('open-proposal').getByRole('link').click();
    const own = desk.getByRole('dialog', { name: c('proposals.one') });
    await expect(own.getByRole('button', { name: c('proposals.takeBack') })).toBeVisible();
    await expect(own.getByRole('button', { name: c('proposals.approve') })).toHaveCount(0);
  });

  await test.step('a colleague sees what and why, and approves', async () => {
    const desk = await atDesk(colleague, '/console/approvals');
    await desk.getByTestId('proposal').filter({ hasText: person.username }).getByRole('link').click();
    const dialog = desk.getByRole('dialog', { name: c('proposals.one') });
    await expect(dialog.getByText(reason)).toBeVisible();
    await dialog.getByRole('button', { name: c('proposals.approve') }).click();
    await expect(dialog.getByText(c('proposals.outcomes.done'))).toBeVisible();
  });

  await test.step('the password alone lets them in again', async () => {
    await page.goto('/login');
    const form = page.getByRole('main');
    await field(form, t('auth.fields.email')).fill(person.email);
    await field(form, t('auth.fields.password')).fill(person.password);
    await form.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('a treasurer releases ten payouts without a pointer, one of them unclear', async ({ texts, atDesk }) => {
  const { c } = texts;
  const treasurer = await makeStaff('treasurer', 'Grace Miller');
  const person = await makePerson({ locale: 'en' });
  await giveMoney(person, 'BTC', '2');
  for (let index = 1; index <= 9; index += 1)
    await queuePayout(person, { amount: `0.0${index}`, state: 'queued' });
  await queuePayout(person, { amount: '0.1', state: 'unclear' });

  const desk = await atDesk(treasurer, '/console');
  const main = desk.getByRole('main');
  const rows = main.getByTestId('withdrawal').filter({ hasText: person.username });
  const states = main.getByRole('navigation', { name: c('withdrawals.byState') });
  const reach = (state: 'unclear' | 'sending' | 'completed') =>
    tabAndPress(states.getByRole('link', { name: c(`withdrawals.states.${state}`) }));
  const chooseMine = async (count: number) => {
    await expect(rows).toHaveCount(count);
    for (const row of await rows.all()) await tabAndPress(row.getByRole('checkbox'), 'Space');
    await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(count);
  };
  /** The chosen ones; those behind the choice are above it in the page. */
  const report = async (outcome: 'started' | 'paid') => {
    await desk.keyboard.press('Control+Home');
    await tabAndPress(main.getByRole('button', { name: c(`withdrawals.outcomes.${outcome}`) }));
    return desk.getByRole('dialog', { name: c(`withdrawals.titles.${outcome}`) });
  };

  await test.step('starts nine at once', async () => {
    await desk.keyboard.press('g');
    await desk.keyboard.press('w');
    await expect(desk).toHaveURL('/console/withdrawals');
    await chooseMine(9);
    const dialog = await report('started');
    await tabAndPress(dialog.getByRole('button', { name: c('withdrawals.outcomes.started') }));
    await expect(toast(desk, texts, c('withdrawals.told.started'))).toBeVisible();
    await expect(rows).toHaveCount(0);
  });

  await test.step('pays them, and enters each reference', async () => {
    await reach('sending');
    await chooseMine(9);
    const dialog = await report('paid');
    for (const [index, reference] of (await dialog.getByRole('textbox').all()).entries())
      await tabAndType(reference, `payment-${index}`);
    await tabAndPress(dialog.getByRole('button', { name: c('withdrawals.outcomes.paid') }));
    await expect(toast(desk, texts, c('withdrawals.told.paid'))).toBeVisible();
  });

  await test.step('reads what to do about the unclear one, looks, and reports it', async () => {
    await reach('unclear');
    await tabAndPress(rows.getByRole('link').first());
    await expect(main.getByText(c('withdrawals.advice.look'))).toBeVisible();
    await tabAndPress(main.getByRole('button', { name: c('withdrawals.outcomes.paid') }));
    const dialog = desk.getByRole('dialog', { name: c('withdrawals.titles.paid') });
    await tabAndType(dialog.getByRole('textbox'), 'found-on-chain');
    await tabAndPress(dialog.getByRole('button', { name: c('withdrawals.outcomes.paid') }));
    await expect(main.getByText('found-on-chain', { exact: true }).first()).toBeVisible();
    await tabAndPress(main.getByRole('link', { name: c('withdrawals.toList') }));
    await expect(desk).toHaveURL('/console/withdrawals?state=completed');
    await expect(rows).toHaveCount(10);
  });
});

test('an auditor reads all of it and can change nothing', async ({ request, texts, atDesk }) => {
  const { c } = texts;
  const { customer } = await fillDesks(request);
  const auditor = await makeStaff('auditor', 'Nima Sadr');
  const desk = await atDesk(auditor, '/console');
  const main = desk.getByRole('main');
  const harmless = new Set([
    c('people.find'),
    c('audit.export'),
    c('books.showAccounts'),
    c('books.showTransfer'),
    c('reports.print'),
    // To prove the books is to read them.
    c('books.check.start'),
  ]);
  const harmlessBeginnings = [
    c('settings.historyOf', { name: '' }),
    c('settings.assets.detailsOf', { name: '' }),
  ];

  for (const path of [
    '/console/approvals',
    '/console/people',
    '/console/withdrawals',
    '/console/deposits',
    '/console/books',
    '/console/trading',
    '/console/levels',
    '/console/reports?report=trades',
    '/console/settings',
    '/console/messages',
    '/console/announcements',
    '/console/staff',
  ]) {
    await goTo(desk, path);
    await expect(main.getByRole('heading', { name: c('frame.refusedTitle') })).toHaveCount(0);
    await expect(main.getByRole('checkbox')).toHaveCount(0);
    const buttons = await main
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.textContent || (each.ariaLabel ?? '')));
    const acts = buttons.filter(
      (name) => !harmless.has(name) && !harmlessBeginnings.some((beginning) => name.startsWith(beginning)),
    );
    expect(acts, path).toEqual([]);
  }

  await goTo(desk, '/console/withdrawals?state=unclear');
  await main
    .getByTestId('withdrawal')
    .filter({ hasText: customer.username })
    .getByRole('link')
    .first()
    .click();
  await expect(main.getByText(c('withdrawals.advice.look'))).toBeVisible();
  await expect(main.getByRole('button', { name: c('withdrawals.outcomes.paid') })).toHaveCount(0);

  const id = new URL(desk.url()).pathname.split('/').at(-1);
  const reason = 'Curious';
  for (const [path, body] of [
    ['/withdrawals/settlements', { items: [{ id, outcome: 'failed', reason }] }],
    [`/withdrawals/${id}/release`, { reason }],
    [`/people/${customer.id}/freeze`, { reason }],
  ] as const) {
    const refused = await callAsStaff(request, auditor, 'POST', path, body);
    expect([refused.status(), (await refused.json()).error]).toEqual([403, 'PermissionMissing']);
  }
});

test('an owner invites a treasurer, another approves; they join by the mail, and are removed', async ({
  page,
  request,
  texts,
  atDesk,
  watch,
}) => {
  watch.expectRefusal(401, '/console/api/');
  const { c } = texts;
  const [owner, other] = [await makeStaff('owner', 'Sara Ahmadi'), await makeStaff('owner', 'Kaveh Azad')];
  const email = `grace-${randomBytes(4).toString('hex')}@staff.example`;
  const desk = await atDesk(owner, '/console/staff');
  const main = desk.getByRole('main');

  await test.step('the owner proposes', async () => {
    await main.getByRole('button', { name: c('staff.invite'), exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: c('staff.inviteTitle') });
    await field(dialog, c('signIn.email')).fill(email);
    await dialog.getByLabel(c('staff.role')).selectOption('treasurer');
    await dialog.getByLabel(c('reason.label')).fill('She pays out from Monday on');
    await dialog.getByRole('button', { name: c('staff.invite') }).click();
    await expect(toast(desk, texts, c('proposals.waits'))).toBeVisible();
  });

  await test.step('another owner approves', async () => {
    const second = await atDesk(other, '/console/approvals');
    await second.getByTestId('proposal').filter({ hasText: email }).getByRole('link').click();
    const dialog = second.getByRole('dialog', { name: c('proposals.one') });
    await dialog.getByRole('button', { name: c('proposals.approve') }).click();
    await expect(dialog.getByText(c('proposals.outcomes.done'))).toBeVisible();
  });

  await test.step('the treasurer joins by the mailed link', async () => {
    const link = linkIn(await mailTo(request, email), '/console/invitation');
    const form = await openInvitation(page, link, 'Grace Miller', texts);
    await joinByPassword(form, { email, password: 'Correct-Horse-8' }, texts);
    await expect(page).toHaveURL('/console');
    await page.getByRole('link', { name: c('withdrawals.title'), exact: true }).click();
    await expect(page.getByRole('heading', { name: c('withdrawals.title'), level: 1 })).toBeVisible();
  });

  await test.step('is removed, and is out at once', async () => {
    await goTo(desk, '/console/audit');
    await goTo(desk, '/console/staff');
    const member = main.getByTestId('member').filter({ hasText: email });
    await member
      .getByRole('button', { name: c('staff.removeOf', { name: '\u2068Grace Miller\u2069' }) })
      .click();
    const dialog = desk.getByRole('dialog', { name: c('staff.removeTitle') });
    await dialog.getByLabel(c('reason.label')).fill('Left the company');
    await dialog.getByRole('button', { name: c('staff.confirmRemove') }).click();
    await expect(main.getByTestId('former-member').filter({ hasText: email })).toBeVisible();
    // Without a press: the live stream ends with the session.
    await expect(page).toHaveURL('/console/sign-in');
  });
});
