import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { getStatement } from '@mercury/contract/api/transactions.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { startOfDay } from '../../i18n/calendar.ts';
import { button } from '../../test/fields.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { idOf, omid, sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { StatementPage } from './statement-page.tsx';

type Statement = ReplyOf<typeof getStatement>;
type Line = Statement['currencies'][number]['lines'][number];

const path = '/dashboard/statement';
const momentOf = (day: string, daysLater = 0) => startOfDay(day, daysLater)?.toISOString() ?? '';
const asked = () => server.calls(getStatement).at(-1)?.query;
const month = () => page.getByRole('combobox', { name: 'Month' });
const print = () => button('Print');
const plain = (text: string | null) => (text ?? '').replaceAll('\u00A0', ' ');

const sent: Line = {
  id: idOf(1),
  at: '2026-03-05T10:00:00.000Z',
  type: 'TRANSFER',
  amount: '-1.50000000',
  fee: '0.00000000',
  balanceAfter: '8.50000000',
  usdValue: '-0.86',
  counterparty: omid.walletAddress,
  counterpartyUsername: omid.username,
  note: 'lunch',
};
const withdrawn: Line = {
  ...sent,
  id: idOf(2),
  type: 'WITHDRAW',
  amount: '-2.00000000',
  fee: '0.01000000',
  balanceAfter: '6.50000000',
  usdValue: null,
  counterparty: null,
  counterpartyUsername: null,
  note: null,
};
const received: Line = { ...sent, id: idOf(3), amount: '1.00000000', balanceAfter: '7.50000000', note: '' };

function statementOf(lines: Line[] = [], currencies?: Statement['currencies']): Statement {
  return {
    success: true,
    from: momentOf('2026-03-01'),
    to: momentOf('2026-04-01'),
    madeAt: '2026-04-02T10:00:00.000Z',
    person: { name: 'Sara', username: 'sara', walletAddress: sara.walletAddress },
    currencies: currencies ?? [{ currency: 'MRCY', opening: '10.00000000', closing: '7.50000000', lines }],
  };
}

beforeEach(() => {
  serveAccount();
  server.reply(getStatement, statementOf([sent, withdrawn, received]));
});

async function open(search = '?from=2026-03-01&to=2026-03-31') {
  await renderApp(<StatementPage />, { as: sara, at: `${path}${search}` });
  await expect.element(month()).toBeVisible();
}

/** Each row as a line of text. */
const rows = () =>
  page
    .getByRole('row')
    .elements()
    .map(({ children }) => [...children].map(({ textContent }) => plain(textContent)));

describe('the time of a statement', () => {
  it('is that of the address, both days counted in', async () => {
    await open('?from=2026-03-05&to=2026-03-06');
    await expect.poll(asked).toEqual({ from: momentOf('2026-03-05'), to: momentOf('2026-03-07') });
    await expect.element(month()).toHaveValue('');
    await expect.element(month()).toMatchTextContent('Mar 5, 2026 – Mar 6, 2026');
  });

  it('is the present month where the address names none', async () => {
    const now = new Date();
    await open('');
    await expect.poll(asked).toEqual({
      from: new Date(now.getFullYear(), now.getMonth(), 1).toISOString(),
      to: new Date(now.getFullYear(), now.getMonth() + 1, 1).toISOString(),
    });
  });

  it.each([
    [1, 'present', 1],
    [0, 'one before', 2],
    // By a clock that is behind the server's.
    [45, 'present', 1],
  ])('is none from before the account: begun on day %i of the %s month', async (day, _, count) => {
    const now = new Date();
    const begun = new Date(now.getFullYear(), now.getMonth(), day, 23, 59, 59);
    const someone = { ...sara, createdAt: begun.toISOString() };
    await renderApp(<StatementPage />, { as: someone, at: path });
    await expect.poll(() => month().getByRole('option').elements().length).toBe(count);
  });

  it('is the month that is chosen, which the address keeps', async () => {
    await open();
    await expect.poll(asked).toBeDefined();
    const options = month().getByRole('option').elements();
    const wanted = options.at(-1);
    await month().selectOptions(wanted?.textContent ?? '');
    const chosen = wanted?.getAttribute('value') ?? '';
    await expect.poll(asked).toMatchObject({ from: momentOf(chosen) });
    await expect.poll(currentPath).toMatch(new RegExp(`^${path}\\?from=${chosen}&to=`));
  });
});

describe('a statement', () => {
  it('says whose it is, of which days, and when it was made, before any figure', async () => {
    await open();
    const statement = page.getByRole('article');
    await expect.element(statement).toBeVisible();
    const head = new RegExp(
      [
        '^Mercury.*Account holder.*Sara \\(@sara\\)',
        `MRCY address.*${sara.walletAddress}`,
        'Period.*Mar 1, 2026 – Mar 31, 2026',
        'Created on.*Apr 2, 2026',
        'Opening balance',
      ].join('.*'),
    );
    await expect.element(statement).toMatchTextContent(head);
  });

  it('has every line between the opening balance and the closing one', async () => {
    await open();
    await expect.element(page.getByRole('table')).toBeVisible();
    const shown = rows();
    expect(shown[0]).toEqual(['Date', 'Transaction', 'Amount', 'Fee', 'Value in US dollars', 'Balance']);
    expect(shown[1]).toEqual(['Opening balance', '10.00 MRCY']);
    expect(shown.at(-1)).toEqual(['Closing balance', '7.50 MRCY']);
    expect(shown.slice(2, -1).map((cells) => cells.slice(2))).toEqual([
      ['\u22121.50 MRCY', '', '\u22120.86 USD', '8.50 MRCY'],
      ['\u22122.00 MRCY', '0.01 MRCY', '', '6.50 MRCY'],
      ['+1.00 MRCY', '', '\u22120.86 USD', '7.50 MRCY'],
    ]);
    expect(shown[2]?.[1]).toMatch(/^Sent.*lunch$/);
    expect(shown[3]?.[1]).toBe('Withdrawal');
    expect(shown[4]?.[1]).toMatch(/^Received/);
  });

  it('of dollars has every digit of the books, so that each balance is the one before and the amount', async () => {
    const lines: Line[] = [
      {
        ...sent,
        amount: '-1406.687842',
        fee: '0.004',
        balanceAfter: '1043.496158',
        usdValue: '-1406.687842',
      },
      { ...received, amount: '0.505', balanceAfter: '1044.001158', usdValue: '0.505' },
    ];
    const dollars = { currency: 'USD', opening: '2450.184', closing: '1044.001158', lines } as const;
    server.reply(getStatement, statementOf([], [dollars]));
    await open();
    await expect.element(page.getByRole('table')).toBeVisible();
    const [, opening, bought, gained, closing] = rows();
    expect(opening).toEqual(['Opening balance', '2,450.184 USD']);
    expect(bought?.slice(2)).toEqual([
      '\u22121,406.687842 USD',
      '0.004 USD',
      '\u22121,406.687842 USD',
      '1,043.496158 USD',
    ]);
    expect(gained?.slice(2)).toEqual(['+0.505 USD', '', '+0.505 USD', '1,044.001158 USD']);
    expect(closing).toEqual(['Closing balance', '1,044.001158 USD']);
  });

  it('of no movement says so, and has its balances all the same', async () => {
    server.reply(getStatement, statementOf([]));
    await open();
    await expect.element(page.getByText('No transactions in this period.')).toBeVisible();
    expect(rows()).toHaveLength(3);
  });

  it('of no money at all says that', async () => {
    server.reply(getStatement, statementOf([], []));
    await open();
    await expect.element(page.getByText('No balance and no transactions in this period.')).toBeVisible();
    expect(page.getByRole('table').query()).toBeNull();
  });

  it.each([
    ['TooManyTransactions', 'Ask for less.', 'Ask for less.'],
    ['RateLimitExceeded', 'Too often.', 'Too often.'],
  ] as const)(
    'refused with %s says so, and can’t be printed, but asked for again',
    async (code, message, text) => {
      server.refuse(getStatement, code, { message });
      await open();
      await expect.element(page.getByRole('alert')).toMatchTextContent(`Failed to load the statement${text}`);
      await expect.element(print()).toBeDisabled();
      server.reply(getStatement, statementOf());
      await button('Try again').click();
      await expect.element(page.getByRole('article')).toBeVisible();
      await expect.element(print()).toBeEnabled();
    },
  );
});

describe('printing', () => {
  it('begins by the button, once the statement is there', async () => {
    const begin = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const held = server.hold(getStatement, statementOf());
    await open();
    await expect.element(print()).toBeDisabled();
    held.release();
    await expect.element(print()).toBeEnabled();
    await print().click();
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('has a sheet of its own, as long as it lasts', async () => {
    await open();
    await expect.element(page.getByRole('article')).toBeVisible();
    const sheets = () => document.querySelectorAll('[data-print-sheet]');
    expect(sheets()).toHaveLength(0);
    dispatchEvent(new Event('beforeprint'));
    expect(sheets()).toHaveLength(1);
    expect(sheets()[0]?.textContent).toContain('Account statement');
    dispatchEvent(new Event('afterprint'));
    await expect.poll(sheets).toHaveLength(0);
  });
});
