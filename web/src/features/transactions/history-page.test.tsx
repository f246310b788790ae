import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { exportTransactions, listTransactions } from '@mercury/contract/api/transactions.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { startOfDay } from '../../i18n/calendar.ts';
import {
  button,
  expectFieldError,
  expectProblem,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { idOf, sara, transactionOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
// Fetched when it is first shown: here before the test, whose patience is not for that.
import '../../ui/jalali-field.tsx';
import { exportFileName, HistoryPage } from './history-page.tsx';

const list = '/dashboard/transactions';
const filter = (name: string) => page.getByRole('combobox', { name });
const day = (name: 'From' | 'To') => page.getByLabelText(name, { exact: true });
const clear = () => button('Clear filters').first();
const momentOf = (text: string, daysLater = 0) => startOfDay(text, daysLater)?.toISOString();

/** What the server was asked last. */
const asked = () => server.calls(listTransactions).at(-1)?.query;

/** So many transactions that fit, whatever is asked for. */
function serveHistory(total: number): void {
  server.replyBy(listTransactions, ({ query }): ReplyOf<typeof listTransactions> => {
    const [number, size] = [Number(query['page'] ?? 1), Number(query['limit'])];
    const count = Math.min(size, Math.max(0, total - (number - 1) * size));
    const transactions = Array.from({ length: count }, (_, index) =>
      transactionOf({ id: idOf(600 + index), note: `row ${(number - 1) * size + index + 1}` }),
    );
    return { success: true, transactions, total, nextCursor: null };
  });
}

beforeEach(() => {
  serveAccount();
  serveHistory(1);
});

async function open(search = '') {
  await renderApp(<HistoryPage nameOf={() => undefined} />, { as: sara, at: `${list}${search}` });
  await expect.element(filter('Type')).toBeVisible();
}

describe('the filters of the history', () => {
  it('ask for everything, twenty at a time, where nothing is chosen', async () => {
    await open();
    await expect.poll(asked).toEqual({ limit: '20', page: '1' });
    expect(button('Clear filters').query()).toBeNull();
  });

  it.each([
    ['Type', 'Top-up', 'type', 'TOPUP'],
    ['Status', 'Pending', 'status', 'PENDING'],
    ['Currency', 'BTC', 'currency', 'BTC'],
  ] as const)(
    'by %s ask for it, keep it in the address, and take it back',
    async (name, choice, part, value) => {
      await open();
      await filter(name).selectOptions(choice);
      await expect.poll(asked).toEqual({ limit: '20', page: '1', [part]: value });
      await expect.poll(currentPath).toBe(`${list}?${part}=${value}`);
      await filter(name).selectOptions('All');
      await expect.poll(currentPath).toBe(list);
      await expect.element(filter(name)).toHaveValue('');
    },
  );

  it('by day count both days in, from the first moment of one to the first after the other', async () => {
    await open();
    await day('From').fill('2026-03-01');
    await expect.poll(currentPath).toBe(`${list}?from=2026-03-01`);
    await day('To').fill('2026-03-31');
    await expect.poll(currentPath).toBe(`${list}?from=2026-03-01&to=2026-03-31`);
    await expect.poll(asked).toEqual({
      limit: '20',
      page: '1',
      from: momentOf('2026-03-01'),
      to: momentOf('2026-03-31', 1),
    });
    await expect.element(day('From')).toHaveAttribute('max', '2026-03-31');
    await expect.element(day('To')).toHaveAttribute('min', '2026-03-01');
  });

  it('take days of the Iranian calendar from readers of Persian, and ask for the same moments', async () => {
    await renderApp(<HistoryPage nameOf={() => undefined} />, { as: sara, at: list, locale: 'fa' });
    await field('از تاریخ').fill('1405/09/01');
    await expect.poll(currentPath).toBe(`${list}?from=2026-11-22`);
    await field('تا تاریخ').fill('۱۴۰۵/۰۹/۳۰');
    await expect.poll(currentPath).toBe(`${list}?from=2026-11-22&to=2026-12-21`);
    await expect.poll(asked).toMatchObject({ from: momentOf('2026-11-22'), to: momentOf('2026-12-21', 1) });
    await field('تا تاریخ').fill('۱۴۰۵/۰۸/۳۰');
    await expectFieldError(field('تا تاریخ'), 'تاریخ پایان نباید پیش از تاریخ شروع باشد.');
  });

  it('say at the second day that it is before the first', async () => {
    await open('?from=2026-03-02&to=2026-03-01');
    await expectFieldError(day('To'), 'This date is before the start date.');
  });

  it('take one day from its beginning to its end', async () => {
    await open('?from=2026-03-01&to=2026-03-01');
    await expect.element(day('To')).not.toHaveAttribute('aria-invalid');
    await expect.poll(asked).toMatchObject({ from: momentOf('2026-03-01'), to: momentOf('2026-03-02') });
  });

  it('stand in the address together, and are cleared together', async () => {
    await open('?type=BUY&status=COMPLETED&currency=ETH');
    await expect.element(filter('Type')).toHaveValue('BUY');
    await expect.element(filter('Status')).toHaveValue('COMPLETED');
    await expect.element(filter('Currency')).toHaveValue('ETH');
    await clear().click();
    await expect.poll(currentPath).toBe(list);
    await expect.element(filter('Type')).toHaveValue('');
    await expect.poll(asked).toEqual({ limit: '20', page: '1' });
  });

  it('ignore what nobody can choose', async () => {
    await open('?type=GIFT&status=&currency=NONE&from=yesterday&page=0');
    await expect.poll(asked).toEqual({ limit: '20', page: '1' });
  });

  it('begin at the first page again, whichever was shown', async () => {
    serveHistory(60);
    await open('?page=3');
    await expect.poll(asked).toMatchObject({ page: '3' });
    await filter('Type').selectOptions('Purchase');
    await expect.poll(currentPath).toBe(`${list}?type=BUY`);
    await expect.poll(asked).toEqual({ limit: '20', page: '1', type: 'BUY' });
  });

  it('that nothing fits say so, and can be cleared there', async () => {
    serveHistory(0);
    await open('?type=BUY');
    await expect.element(page.getByText('No matching transactions')).toBeVisible();
    serveHistory(1);
    await button('Clear filters').last().click();
    await expect.poll(currentPath).toBe(list);
    await expect.element(page.getByTestId('transaction')).toBeVisible();
    expect(asked()).toEqual({ limit: '20', page: '1' });
  });

  it('are not blamed where there is nothing at all', async () => {
    serveHistory(0);
    await open();
    await expect.element(page.getByText('No transactions yet')).toBeVisible();
  });
});

describe('the pages of the history', () => {
  it('keep what is looked for', async () => {
    serveHistory(21);
    await open('?type=TRANSFER');
    await button('Older transactions').click();
    await expect.poll(currentPath).toBe(`${list}?type=TRANSFER&page=2`);
    await expect.poll(asked).toEqual({ limit: '20', page: '2', type: 'TRANSFER' });
    await button('Newer transactions').click();
    await expect.poll(currentPath).toBe(`${list}?type=TRANSFER`);
  });

  it('end with the last one, where an address names a later one', async () => {
    serveHistory(21);
    await open('?page=9');
    await expect.poll(currentPath).toBe(`${list}?page=2`);
    await expect.poll(asked).toMatchObject({ page: '2' });
  });
});

describe('taking the history along', () => {
  /** What the browser is handed, as a person would find it among their files. */
  function catchFile() {
    const files: { name: string; content: Blob }[] = [];
    const contents: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      if (content instanceof Blob) contents.push(content);
      return 'blob:nothing';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      const content = contents.at(-1);
      if (content) files.push({ name: this.download, content });
    });
    return files;
  }

  it('exports the days that are looked for, and nothing else of the filter, once', async () => {
    const files = catchFile();
    await open('?type=BUY&from=2026-03-01&to=2026-03-31');
    const held = server.hold(exportTransactions, '\uFEFFdate,id\r\n');
    pressTwice(button('Export CSV'));
    await expect.element(button('Export CSV')).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expect.poll(() => files).toHaveLength(1);
    expect(files[0]?.name).toBe('mercury-transactions-2026-03-01-to-2026-03-31.csv');
    const bytes = new Uint8Array((await files[0]?.content.arrayBuffer()) ?? new ArrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    expect(new TextDecoder().decode(bytes)).toBe('date,id\r\n');
    expect(server.calls(exportTransactions).map(({ query }) => query)).toEqual([
      { from: momentOf('2026-03-01'), to: momentOf('2026-04-01') },
    ]);
  });

  it.each([
    ['TooManyTransactions', 'Ask for less.', 'Ask for less.'],
    ['Busy', '', 'The export failed. Please try again.'],
  ] as const)('refused with %s and "%s" says: %s', async (code, message, text) => {
    await open();
    server.refuse(exportTransactions, code, { message });
    await button('Export CSV').click();
    await expectToast(text);
    await expectProblem(text);
  });

  it.each([
    ['', '/dashboard/statement'],
    ['?from=2026-03-01&to=2026-03-31&type=BUY', '/dashboard/statement?from=2026-03-01&to=2026-03-31'],
  ])('leads from %j to the statement of the same days', async (search, path) => {
    await open(search);
    await expect.element(page.getByRole('link', { name: 'Statement' })).toHaveAttribute('href', path);
  });
});

const exportedOn = new Date(2026, 2, 21);

it.each([
  [{}, 'mercury-transactions-2026-03-21.csv'],
  [{ from: '2026-02-01' }, 'mercury-transactions-2026-02-01-to-2026-03-21.csv'],
  [{ from: '2026-02-01', to: '2026-02-28' }, 'mercury-transactions-2026-02-01-to-2026-02-28.csv'],
  [{ to: '2026-02-28' }, 'mercury-transactions-2026-02-28.csv'],
])('names the file after its days: %j', (filter, name) => {
  expect(exportFileName(filter, exportedOn)).toBe(name);
});
