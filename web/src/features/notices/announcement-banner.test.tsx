import { listNotices, type Notice, readNotices } from '@mercury/contract/api/notices.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { AnnouncementBanner } from './announcement-banner.tsx';

const announced = (day: number, text: string, isRead = false): Notice => ({
  kind: 'announcement',
  id: `018f0000-0000-7000-8000-00000000000${day}`,
  createdAt: `2026-11-0${day}T09:00:00.000Z`,
  isRead,
  text,
});
const told = (...notices: Notice[]) =>
  server.reply(listNotices, {
    success: true,
    notices,
    unreadCount: notices.filter(({ isRead }) => !isRead).length,
  });

const banner = () => page.getByRole('status').filter({ has: button('Dismiss') });
const open = () =>
  renderApp(
    <>
      <AnnouncementBanner />
      <main id="content" tabIndex={-1} />
    </>,
    { as: sara },
  );

it('tells the oldest announcement that was not read, politely, and the next once that is dismissed', async () => {
  const read = announced(1, 'Long ago', true);
  const [first, second] = [announced(2, 'Away on Sunday'), announced(3, 'Back on Monday')];
  told(second, first, read);
  await open();
  await expect.element(banner()).toMatchTextContent('Away on Sunday');
  expect(page.getByText('Back on Monday').query()).toBeNull();
  server.reply(readNotices, { success: true });
  told(second, { ...first, isRead: true }, read);
  const askedBefore = server.callCount(listNotices);
  await button('Dismiss').click();
  await expect.element(banner()).toMatchTextContent('Back on Monday');
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(server.calls(readNotices)[0]?.body).toEqual({ upTo: first.createdAt });
  // The list is asked for again: what is told next answers the press after it.
  await expect.poll(() => server.callCount(listNotices)).toBeGreaterThan(askedBefore);
  told({ ...second, isRead: true }, { ...first, isRead: true }, read);
  await button('Dismiss').click();
  await expect.element(button('Dismiss')).not.toBeInTheDocument();
  // The live region stays for the next.
  await expect.element(page.getByRole('status')).toBeInTheDocument();
});

it('opens a long text on request, and begins where its language does', async () => {
  told(announced(1, 'در روز یکشنبه در دسترس نیستیم. '.repeat(12)));
  await open();
  const text = page.getByText(/در روز یکشنبه/);
  const heightOf = () => text.element().getBoundingClientRect().height;
  await expect.element(text).toHaveAttribute('dir', 'auto');
  const cut = heightOf();
  await button('Show all').click();
  await expect.element(button('Show less')).toHaveAttribute('aria-expanded', 'true');
  expect(heightOf()).toBeGreaterThan(cut);
});
