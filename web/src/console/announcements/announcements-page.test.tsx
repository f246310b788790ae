import {
  announce,
  type Announcement,
  endAnnouncement,
  listAnnouncements,
} from '@mercury/contract/console/announcements.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const announcement: Announcement = {
  id: '018f0000-0000-7000-8000-000000000031',
  texts: { en: 'Maintenance', fa: 'تعمیر' },
  startsAt: '2026-11-01T09:00:00.000Z',
  endsAt: null,
  state: 'shown',
  mailCount: null,
};
const listOf = (...announcements: Announcement[]) =>
  ({ success: true, announcements, nextCursor: null }) as const;
const dialog = () => page.getByRole('dialog');
const words = (language: string) => dialog().getByRole('textbox', { name: language });
const publish = () => dialog().getByRole('button', { name: 'Publish' });

it('an announcement is written in English at least, from a day until another', async () => {
  server.reply(listAnnouncements, listOf());
  await openConsole('/console/announcements', 'owner');
  await expect.element(page.getByText('No announcements')).toBeVisible();
  await button('New announcement').click();
  await publish().click();
  await expectFieldError(words('English'), 'This field is required');
  await words('English').fill('Maintenance');
  await words('فارسی').fill('تعمیر');
  await dialog().getByLabelText('Last day').fill('2099-11-02');
  await dialog()
    .getByRole('checkbox', { name: /Also by email/ })
    .click();
  server.refuse(announce, 'ServerError', { message: 'Out of order.' });
  await publish().click();
  await expectProblem('Out of order.');
  const mailed = { ...announcement, mailCount: 1200 };
  server.reply(announce, { success: true, announcement: mailed });
  server.reply(listAnnouncements, listOf(mailed));
  await publish().click();
  await expectToast('Announcement published');
  await expect
    .element(page.getByTestId('announcement'))
    .toMatchTextContent(/Maintenance.*Shown.*en, fa · by email: 1,200/);
  expect(server.calls(announce).at(-1)?.body).toEqual({
    texts: { en: 'Maintenance', fa: 'تعمیر', ru: '', zh: '' },
    startsAt: null,
    endsAt: new Date(2099, 10, 3).toISOString(),
    isMailed: true,
  });
});

it('one that is shown is ended, unless somebody else did so before', async () => {
  server.reply(listAnnouncements, listOf(announcement));
  await openConsole('/console/announcements', 'owner');
  await button('End “⁨Maintenance⁩”').click();
  server.refuse(endAnnouncement, 'NotFound', { message: 'It has ended.' });
  await dialog().getByRole('button', { name: 'End', exact: true }).click();
  await expectProblem('It has ended.');
  server.reply(endAnnouncement, { success: true });
  server.reply(listAnnouncements, listOf({ ...announcement, state: 'ended' }));
  await dialog().getByRole('button', { name: 'End', exact: true }).click();
  await expectToast('Announcement ended');
  await expect.element(page.getByTestId('announcement')).toMatchTextContent(/Ended/);
  expect(button('End “⁨Maintenance⁩”').query()).toBeNull();
});

it('a role that only reads is offered no act, and a failed list says so', async () => {
  server.refuse(listAnnouncements, 'ServerError', { message: 'Out of order.' });
  await openConsole('/console/announcements', 'support');
  await expect.element(page.getByText('Announcements could not be loaded')).toBeVisible();
  server.reply(listAnnouncements, listOf(announcement));
  await button('Try again').click();
  await expect.element(page.getByTestId('announcement')).not.toMatchTextContent(/email/);
  expect(button('New announcement').query()).toBeNull();
  expect(button('End “⁨Maintenance⁩”').query()).toBeNull();
});
