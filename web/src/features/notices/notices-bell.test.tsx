import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listNotices, type Notice, readNotices } from '@mercury/contract/api/notices.ts';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { NoticesBell } from './notices-bell.tsx';
// Fetched when it is first opened: here before the test, whose patience is not for that.
import './notices-popover.tsx';
import { noticesQuery } from './queries.ts';

function noticeOf(place: number): Notice {
  return {
    id: idOf(place),
    kind: 'price_alert',
    currency: 'BTC',
    direction: 'above',
    line: '60000',
    price: '60100',
    isRead: false,
    createdAt: '2026-03-01T10:00:00.000Z',
  };
}

/** So many notices, of which the latest are unread, until somebody reads them. */
function serveNotices(count: number, unreadCount: number): void {
  const notices = Array.from({ length: count }, (_none, index) => {
    const notice = noticeOf(count - index);
    notice.isRead = index >= unreadCount;
    return notice;
  });
  server.reply(listNotices, { success: true, notices, unreadCount });
  server.replyBy(readNotices, (): ReplyOf<typeof readNotices> => {
    serveNotices(count, 0);
    return { success: true, unreadCount: 0 };
  });
}

const bell = () => page.getByRole('button', { name: /^Notices/ });
/** What was last said to be read, and how often anything was. */
const lastRead = () => server.calls(readNotices).at(-1)?.body;
const readCount = () => server.callCount(readNotices);

async function renderBell() {
  serveAccount();
  await renderApp(<NoticesBell />, { as: sara });
}

it('reads all up to the newest when it is opened, and nothing where all are read', async () => {
  serveNotices(2, 2);
  await renderBell();
  await expect.element(bell()).toHaveAccessibleName(/2/);
  await bell().click();
  await expect.poll(lastRead).toEqual({ upTo: idOf(2) });
  await expect.element(bell()).not.toHaveAccessibleName(/2/);
  const before = readCount();
  await userEvent.keyboard('{Escape}');
  await bell().click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(readCount()).toBe(before);
});

it('reads what has come since, when it is opened once more', async () => {
  serveNotices(1, 1);
  await renderBell();
  await bell().click();
  await expect.poll(lastRead).toEqual({ upTo: idOf(1) });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  serveNotices(2, 1);
  await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });
  await expect.element(bell()).toHaveAccessibleName(/1/);
  expect(lastRead()).toEqual({ upTo: idOf(1) });
  await bell().click();
  await expect.poll(lastRead).toEqual({ upTo: idOf(2) });
});
