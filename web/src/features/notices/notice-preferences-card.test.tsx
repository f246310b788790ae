import {
  getNoticeChoices,
  listNotices,
  noticeDefaults,
  setNoticeChoice,
} from '@mercury/contract/api/notices.ts';
import { locales } from '@mercury/contract/locales.ts';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { expectProblem } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { NoticePreferencesCard } from './notice-preferences-card.tsx';
import { NoticesBell } from './notices-bell.tsx';

const switchOf = (name: string) => page.getByRole('switch', { name });

beforeEach(() => {
  serveAccount();
  server.reply(getNoticeChoices, { success: true, choices: noticeDefaults });
});

async function renderCard(): Promise<void> {
  await renderApp(<NoticePreferencesCard />, { as: sara });
}

it('shows what is chosen for each subject, and what is fixed', async () => {
  await renderCard();
  await expect.element(switchOf('Money in: in the app')).toBeChecked();
  await expect.element(switchOf('Trades: by email')).not.toBeChecked();
  await expect.element(switchOf('Security: by email')).toBeChecked();
  await expect.element(switchOf('Security: by email')).toBeDisabled();
  await expect.element(switchOf('Announcements: by email')).toBeChecked();
  await expect.element(switchOf('Announcements: by email')).toBeEnabled();
  expect(page.getByRole('switch').elements()).toHaveLength(12);
});

it('saves a choice as soon as it is made', async () => {
  await renderCard();
  const choices = { ...noticeDefaults, trades: { app: true, mail: true } };
  server.replyBy(setNoticeChoice, () => {
    server.reply(getNoticeChoices, { success: true, choices });
    return { success: true as const, choices };
  });
  await switchOf('Trades: by email').click();
  await expect.element(switchOf('Trades: by email')).toBeChecked();
  await expect
    .poll(() => server.calls(setNoticeChoice).map(({ body }) => body))
    .toEqual([{ subject: 'trades', channel: 'mail', isOn: true }]);
  await expect.element(switchOf('Trades: in the app')).toBeChecked();
});

it('has the list of notices asked for anew, since that follows the choice', async () => {
  server.reply(listNotices, { success: true, notices: [], unreadCount: 0 });
  server.reply(setNoticeChoice, { success: true, choices: noticeDefaults });
  await renderApp(
    <>
      <NoticesBell />
      <NoticePreferencesCard />
    </>,
    { as: sara },
  );
  await expect.element(switchOf('Trades: in the app')).toBeChecked();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const before = server.callCount(listNotices);
  await switchOf('Trades: in the app').click();
  await expect.poll(() => server.callCount(listNotices)).toBe(before + 1);
});

it('turns back and says why when the server refuses', async () => {
  await renderCard();
  server.refuse(setNoticeChoice, 'ProofRequired', { message: 'Please confirm.' });
  await switchOf('Withdrawals: by email').click();
  await expectProblem('Please confirm.');
  await expect.element(switchOf('Withdrawals: by email')).toBeChecked();
});

it.each(locales)('fits a phone in %s', async (locale) => {
  await page.viewport(320, 740);
  await renderApp(<NoticePreferencesCard />, { as: sara, locale });
  await expect.element(page.getByRole('switch').first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});
