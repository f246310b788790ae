import { listAudit } from '@mercury/contract/console/audit.ts';
import {
  getToday,
  queueKinds,
  type Business,
  type Owed,
  type Queue,
} from '@mercury/contract/console/today.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { entryOf, openConsole } from '../test/console.tsx';
import { button } from '../test/fields.ts';
import { server } from '../test/stand-in-server.ts';

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

const figures = { volume: '0', fees: '0', deposits: '0', withdrawals: '0', newPeople: 0 };
const business: Business = {
  lastDay: { ...figures, volume: '120.50', newPeople: 3 },
  lastMonth: { ...figures, volume: '4300', fees: '-1.25', newPeople: 41 },
  days: Array.from({ length: 30 }, (_, index) => ({
    startsAt: new Date(Date.UTC(2026, 10, 1 + index)).toISOString(),
    ...figures,
    volume: String(index),
  })),
};
const owed: Owed[] = [
  { currency: 'BTC', liabilities: '0.4', railHolds: '0.3', difference: '-0.1' },
  { currency: 'USD', liabilities: '10', railHolds: null, difference: null },
];

function openToday(
  queues: Queue[],
  rest: { owed?: Owed[]; business?: Business } = {},
  role: 'owner' | 'support' = 'owner',
) {
  return openConsole('/console', role, {
    answerToday: () => server.reply(getToday, { success: true, queues, ...rest }),
  });
}
const row = (kind: Queue['kind']) => page.getByTestId(`queue-${kind}`);

beforeEach(() => {
  server.reply(listAudit, { success: true, entries: [entryOf(1)], next: null });
});

describe('what waits', () => {
  it('is listed as the server sorts it, with its count and its age, and leads to where it is done', async () => {
    await openToday([
      { kind: 'payouts_unclear', count: 2, oldestAt: hoursAgo(5) },
      { kind: 'deposits_unassigned', count: 10_000, oldestAt: hoursAgo(2) },
    ]);
    await expect
      .element(row('payouts_unclear'))
      .toMatchTextContent(/^Unclear withdrawals2oldest 5 hours ago$/);
    await expect.element(row('deposits_unassigned')).toMatchTextContent(/10,000\+/);
    const links = page.getByRole('listitem').getByRole('link', { name: /withdrawals|owner/ });
    expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
      '/console/withdrawals?state=unclear',
      '/console/deposits?state=unassigned',
    ]);
  });

  it('has a name for each kind, and what to do where there is no page for it', async () => {
    await openToday(queueKinds.map((kind) => ({ kind, count: 1, oldestAt: null })));
    await expect.element(row('one_way_in')).toMatchTextContent(/only one way to sign in/);
    for (const kind of queueKinds) expect(row(kind).element().textContent).not.toContain('today.');
    for (const kind of ['prices_jumped', 'trading_halted'] as const)
      await expect.element(row(kind).getByRole('link')).toHaveAttribute('href', '/console/trading');
    await expect.element(row('jobs_failed')).toMatchTextContent(/log says why/);
  });

  it('is nothing, and that is said', async () => {
    await openToday([], {}, 'support');
    await expect.element(page.getByText('Nothing is waiting')).toBeVisible();
    expect(
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((each) => each.textContent),
    ).toEqual(['Waiting for somebody']);
  });

  it('could not be loaded, and is asked for again', async () => {
    await openConsole('/console', 'owner', {
      answerToday: () => server.refuse(getToday, 'ServerError', { message: 'Out of order.' }),
    });
    await expect.element(page.getByText('Today could not be loaded')).toBeVisible();
    server.reply(getToday, { success: true, queues: [] });
    await button('Try again').click();
    await expect.element(page.getByText('Nothing is waiting')).toBeVisible();
  });
});

describe('the business', () => {
  it('is told of the last day and month, with each day as a table', async () => {
    await openToday([], { owed, business });
    const volume = page.getByTestId('figure-volume');
    await expect.element(volume).toMatchTextContent(/Last 24 hours.*120\.50.*Last 30 days.*4,300/);
    await expect.element(page.getByTestId('figure-fees')).toMatchTextContent(/−1\.25|-1\.25/);
    await expect.element(page.getByTestId('figure-newPeople')).toMatchTextContent(/3.*41/);
    await page.getByText('Day by day').click();
    const rows = page.getByRole('region', { name: 'Day by day' }).getByRole('row');
    expect(rows.elements()).toHaveLength(31);
    await expect.element(rows.nth(1)).toMatchTextContent(/Nov 30, 2026.*29/);
  });

  it('shows where the rail has less than customers are owed, and where it does not tell', async () => {
    await openToday([], { owed, business });
    await expect.element(page.getByTestId('owed-BTC')).toMatchTextContent(/0\.4.*less than owed.*0\.3/);
    await expect.element(page.getByTestId('owed-USD')).toMatchTextContent(/not told$/);
  });

  it('fits a narrow screen', async () => {
    await page.viewport(360, 740);
    await openToday([{ kind: 'prices_jumped', count: 1, oldestAt: hoursAgo(1) }], { owed, business });
    await expect.element(page.getByTestId('owed-BTC')).toBeVisible();
    await page.getByText('Day by day').click();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});
