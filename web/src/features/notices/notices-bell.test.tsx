import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listNotices, type Notice, readNotices } from '@mercury/contract/api/notices.ts';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
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
    createdAt: timeOf(place),
  };
}

const timeOf = (place: number) => `2026-03-01T10:00:0${place}.000Z`;

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
    return { success: true };
  });
}

const bell = () => page.getByRole('button', { name: /^Notifications/ });
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
  await expect.poll(lastRead).toEqual({ upTo: timeOf(2) });
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
  await expect.poll(lastRead).toEqual({ upTo: timeOf(1) });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  serveNotices(2, 1);
  await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });
  await expect.element(bell()).toHaveAccessibleName(/1/);
  expect(lastRead()).toEqual({ upTo: timeOf(1) });
  await bell().click();
  await expect.poll(lastRead).toEqual({ upTo: timeOf(2) });
});

const transfer: Notice = {
  id: idOf(7),
  kind: 'transfer_received',
  transactionId: idOf(70),
  currency: 'MRCY',
  amount: '12.50000000',
  sender: 'omid',
  isRead: false,
  createdAt: timeOf(7),
};

const listed = (...notices: readonly Notice[]) =>
  server.reply(listNotices, {
    success: true,
    notices: [...notices],
    unreadCount: notices.filter(({ isRead }) => !isRead).length,
  });

async function untilAnswered(): Promise<void> {
  await expect.poll(() => queryClient.getQueryData(noticesQuery.queryKey)).toBeDefined();
}
const askAgain = () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });

it('tells at once of what arrives, and of nothing that the person did themselves', async () => {
  listed();
  await renderBell();
  await untilAnswered();
  listed(transfer, {
    id: idOf(8),
    kind: 'security',
    event: 'password_changed',
    actor: 'person',
    isRead: false,
    createdAt: timeOf(8),
  });
  await askAgain();
  await expect.element(bell()).toHaveAccessibleName(/2/);
  await expect.element(page.getByText('From \u2066omid\u2069')).toBeVisible();
  await expect.element(page.getByText('Password changed')).not.toBeInTheDocument();
});

it('tells nothing in a tab that nobody looks at, and nothing later', async () => {
  listed();
  await renderBell();
  await untilAnswered();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  listed(transfer);
  await askAgain();
  await expect.element(bell()).toHaveAccessibleName(/1/);
  visibility.mockRestore();
  listed({ ...transfer, id: idOf(9), sender: 'ada', createdAt: timeOf(9) }, transfer);
  await askAgain();
  await expect.element(page.getByText('From \u2066ada\u2069')).toBeVisible();
  await expect.element(page.getByText('From \u2066omid\u2069')).not.toBeInTheDocument();
});

it('lists each with its day, and opens the transaction that it tells of', async () => {
  const today: Notice = { ...transfer, id: idOf(9), createdAt: new Date().toISOString() };
  listed({ ...today, isRead: true }, { ...transfer, isRead: true, sender: null });
  await renderBell();
  await bell().click();
  const days = page.getByRole('heading', { level: 3 });
  await expect.element(days.first()).toHaveAccessibleName('Today');
  await expect.element(days.last()).toHaveAccessibleName('Mar 1, 2026');
  await expect.element(page.getByText('The sender has closed their account')).toBeVisible();
  await page.getByTestId('notice').first().click();
  await expect.poll(currentPath).toBe(`/dashboard/transactions?transaction=${idOf(70)}`);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('shows an announcement that leads nowhere, and security that leads to the profile', async () => {
  listed(
    {
      id: idOf(6),
      kind: 'announcement',
      text: 'Away on Sunday',
      isRead: true,
      createdAt: timeOf(6),
    },
    {
      id: idOf(5),
      kind: 'security',
      event: 'account_unfrozen',
      actor: 'operator',
      isRead: true,
      createdAt: timeOf(5),
    },
  );
  await renderBell();
  await bell().click();
  const [announcement, security] = [page.getByTestId('notice').first(), page.getByTestId('notice').last()];
  await expect.element(announcement.getByText('Away on Sunday')).toBeVisible();
  expect(announcement.element().tagName).toBe('DIV');
  await expect.element(security).toHaveAttribute('href', '/profile');
});

it('opens the history of its coin where a notice counts the trades of one order', async () => {
  const sold: Notice = {
    id: idOf(9),
    kind: 'trade_done',
    transactionId: idOf(90),
    type: 'SELL',
    fromCurrency: 'MRCY',
    fromAmount: '48.00000000',
    toCurrency: 'USD',
    toAmount: '26.37',
    isRecurring: false,
    tradeCount: 12,
    isRead: true,
    createdAt: timeOf(9),
  };
  listed(sold, { ...sold, id: idOf(8), tradeCount: 1, createdAt: timeOf(8) });
  await renderBell();
  await bell().click();
  const [counted, single] = [page.getByTestId('notice').first(), page.getByTestId('notice').last()];
  await expect.element(counted.getByText(/in 12 trades$/)).toBeVisible();
  await expect.element(counted).toHaveAttribute('href', '/dashboard/transactions?type=SELL&currency=MRCY');
  await expect.element(single).toHaveAttribute('href', `/dashboard/transactions?transaction=${idOf(90)}`);
  expect(single.getByText(/trade/).query()).toBeNull();
});
