import { randomBytes } from 'node:crypto';
import { expectAccessibleOnEachWidth, showAsBefore } from './accessible.ts';
import { invite, joinByPassword, openInvitation, outliveProof, staffCode } from './console-staff.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { field, toast } from './people.ts';
import { expect, test } from './test.ts';

const password = 'Correct-Horse-7';
const emailOf = (name: string): string => `${name}-${randomBytes(4).toString('hex')}@staff.example`;

test('the operator invites an owner, who joins, comes back, and takes a colleague out', async ({
  page,
  openBrowser,
  texts,
  watch,
}) => {
  watch.expectRefusal(401, '/console/api/');
  watch.expectRefusal(403, '/console/api/staff/');
  const { c, t } = texts;
  const [owner, colleague] = [emailOf('sara'), emailOf('omid')];
  let secretKey = '';

  await test.step('by password and authenticator; the token is out of the address', async () => {
    const main = await openInvitation(page, await invite('invite-owner', owner), 'Sara Ahmadi', texts);
    await expect(main.getByText(owner)).toBeVisible();
    await expect(page).toHaveURL('/console/invitation');
    secretKey = await joinByPassword(main, { email: owner, password }, texts);
    await expect(page).toHaveURL('/console');
    await expect(page.getByText(c('home.oneWayIn'))).toBeVisible();
  });

  await test.step('signs out, and in again to the page that was wanted', async () => {
    await page.getByRole('button', { name: c('frame.personMenu', { name: 'Sara Ahmadi' }) }).click();
    await page.getByRole('menuitem', { name: c('frame.signOut') }).click();
    await expect(page.getByText(c('signIn.signedOut'))).toBeVisible();
    await page.goto('/console/staff');
    await expect(page).toHaveURL('/console/sign-in');
    const main = page.getByRole('main');
    await field(main, c('signIn.email')).fill(owner);
    await field(main, c('signIn.password')).fill(password);
    await field(main, t('twoFactor.code')).fill(await staffCode(owner, secretKey));
    await main.getByRole('button', { name: c('signIn.submit'), exact: true }).click();
    await expect(page).toHaveURL('/console/staff');
  });

  const link = await invite('invite-staff', colleague, 'support');
  const other = await (await openBrowser()).newPage();
  await addPasskeyDevice(other);
  await test.step('a colleague joins by passkey, and sees what support may see', async () => {
    const main = await openInvitation(other, link, 'Omid Karimi', texts);
    await main.getByRole('button', { name: c('join.byPasskey') }).click();
    await expect(other).toHaveURL('/console');
    await expect(other.getByRole('link', { name: c('frame.staff'), exact: true })).toBeVisible();
    await expect(other.getByRole('link', { name: c('frame.audit'), exact: true })).toBeHidden();
    await other.goto('/console/audit');
    await expect(other.getByRole('heading', { name: c('frame.refusedTitle') })).toBeVisible();
  });

  await test.step('the owner removes them, with a reason and a fresh code', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect(page).toHaveURL('/console');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await outliveProof(owner);
    const member = page.getByTestId('member').filter({ hasText: colleague });
    await member.getByRole('button', { name: c('staff.remove') }).click();
    const dialog = page.getByRole('dialog', { name: c('staff.removeTitle') });
    await dialog.getByLabel(c('reason.label')).fill('Left the company');
    await dialog.getByRole('button', { name: c('staff.confirmRemove') }).click();
    const proof = page.getByRole('dialog', { name: c('proof.title') });
    await field(proof, t('twoFactor.code')).fill(await staffCode(owner, secretKey));
    await proof.getByRole('button', { name: c('proof.confirm'), exact: true }).click();
    await expect(toast(page, texts, c('staff.removed'))).toBeVisible();
    await expect(page.getByTestId('former-member').filter({ hasText: colleague })).toBeVisible();
  });

  await test.step('who is out at once, and is told so', async () => {
    // Without a press: the live stream ends with the session.
    await expect(other).toHaveURL('/console/sign-in');
    await expect(other.getByText(c('signIn.ended'))).toBeVisible();
  });

  await test.step('and the audit log has it, with the reason', async () => {
    await page.getByRole('link', { name: c('frame.audit'), exact: true }).click();
    await field(page.getByRole('main'), c('audit.action')).fill('staff.remove');
    await field(page.getByRole('main'), c('audit.actor')).fill(owner);
    await page.getByRole('button', { name: c('audit.filter') }).click();
    await expect(page).toHaveURL(/action=staff\.remove/);
    await page.getByRole('button', { name: c('acts.staff.remove') }).click();
    const entry = page.getByRole('dialog');
    await expect(entry.getByText('Left the company')).toBeVisible();
    await expect(entry.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  });
});

test('what is there before a session fits and is accessible', async ({ page, texts, watch }) => {
  watch.expectRefusal(401, '/console/api/');
  // A link that leads nowhere.
  watch.expectRefusal(422, '/console/api/proposals/by-link');
  const look = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await expectAccessibleOnEachWidth(page, path, { alsoIn: ['fa'] });
    await showAsBefore(page, 'en', { width: 1280, height: 800 });
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  await look('/console/sign-in');
  await look(`/console/proposal-cancellation#${'A'.repeat(43)}`);
  await openInvitation(page, await invite('invite-owner', emailOf('nima')), 'Nima', texts);
  await expectAccessibleOnEachWidth(page, 'an invitation', { alsoIn: ['fa'] });
});
