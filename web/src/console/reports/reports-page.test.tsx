import {
  exportMovementReport,
  getLiabilityReport,
  getMovementReport,
  getTradeReport,
} from '@mercury/contract/console/reports.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, field } from '../../test/fields.ts';
import { currentPath } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';
import type { Movements } from './queries.ts';

const moment = '2026-11-03T09:00:00.000Z';
const fees: Movements = {
  success: true,
  of: 'fees',
  from: '2026-11-01',
  until: '2026-11-02',
  madeAt: moment,
  assets: [
    {
      currency: 'BTC',
      opening: '1',
      lines: [
        { cause: 'withdrawal', count: 1200, amount: '0.5' },
        { cause: 'order_book', count: 3, amount: '-0.1' },
      ],
      closing: '1.4',
    },
    { currency: 'USD', opening: '0', lines: [], closing: '0' },
  ],
  days: [{ day: '2026-11-02', currency: 'BTC', amount: '0.4' }],
};
const at = '/console/reports?report=fees&from=2026-11-01&until=2026-11-02';
const report = () => page.getByTestId('report');

beforeEach(() => server.reply(getMovementReport, fees));

describe('a report', () => {
  it('of fees is asked for by what the address says, and tells each cause between what was there and is', async () => {
    await openConsole(at, 'treasurer');
    const btc = report().getByTestId('moved-BTC');
    await expect.element(btc.getByRole('row', { name: 'Withdrawals 1,200 +0.50 BTC' })).toBeVisible();
    await expect.element(btc.getByRole('row', { name: 'After the period 1.40 BTC' })).toBeVisible();
    await expect.element(report().getByTestId('days')).toMatchTextContent(/Nov 2, 2026.*0\.4/);
    expect(report().getByTestId('moved-USD').query(), 'nothing there, nothing moved').toBeNull();
    expect(server.calls(getMovementReport)[0]?.query).toEqual({
      of: 'fees',
      from: '2026-11-01',
      until: '2026-11-02',
    });
  });

  it('has one table, and says on the screen once what it is', async () => {
    const lines = [{ cause: 'trade' as const, count: 2_000_000, amount: '1234567.123456789' }];
    const eth = { currency: 'ETH' as const, opening: '0', lines, closing: '1234567.123456789' };
    server.reply(getMovementReport, { ...fees, assets: [...fees.assets, eth] });
    await openConsole(at, 'treasurer');
    const startOf = (name: RegExp) =>
      report().getByRole('row', { name }).getByRole('cell').first().element().getBoundingClientRect().left;
    await expect.element(report().getByTestId('moved-ETH')).toBeVisible();
    expect(startOf(/^Trades with the house/)).toBe(startOf(/^Withdrawals/));
    expect(page.getByText('Fees earned', { exact: true }).elements()).toHaveLength(2);
    expect(page.getByText('Days are those of UTC.').elements()).toHaveLength(1);
  });

  it('leaves its words whole on a phone, beside an amount of many digits too', async () => {
    await page.viewport(320, 740);
    const lines = [{ cause: 'withdrawal' as const, count: 1, amount: '-1234567.123456789012345678' }];
    const assets = [{ currency: 'ETH' as const, opening: '0', lines, closing: '0' }];
    server.reply(getMovementReport, { ...fees, assets });
    await openConsole(at, 'treasurer');
    const words = report().getByRole('rowheader', { name: 'Withdrawals' });
    await expect.element(words).toBeVisible();
    expect(words.element().getBoundingClientRect().height).toBeLessThan(45);
    expect(document.documentElement.scrollWidth).toBe(320);
    const startOf = (words: string) =>
      report().getByText(words, { exact: true }).first().element().getBoundingClientRect().left;
    expect(startOf('ETH')).toBe(startOf('Withdrawals'));
  });

  it('is changed in the address, with the period kept, and the focus where it was', async () => {
    server.reply(getTradeReport, {
      success: true,
      from: '2026-11-01',
      until: '2026-11-02',
      madeAt: moment,
      pairs: [
        { venue: 'house', base: 'BTC', quote: 'USD', count: 2, baseAmount: '0.1', quoteAmount: '5000' },
        {
          venue: 'house_reversed',
          base: 'BTC',
          quote: 'USD',
          count: 1,
          baseAmount: '-0.04',
          quoteAmount: '-2000',
        },
      ],
    });
    await openConsole(at, 'treasurer');
    await page.getByRole('combobox', { name: 'Report' }).click();
    await page.getByRole('combobox', { name: 'Report' }).selectOptions('trades');
    await expect.poll(currentPath).toBe('/console/reports?report=trades&from=2026-11-01&until=2026-11-02');
    await expect.element(page.getByRole('combobox', { name: 'Report' })).toHaveFocus();
    await expect
      .element(
        report()
          .getByTestId('traded-house')
          .getByRole('row', { name: /BTC\/USD 2 0\.10 BTC.*5,000/ }),
      )
      .toBeVisible();
    await expect
      .element(
        report()
          .getByTestId('traded-house_reversed')
          .getByRole('row', { name: /BTC\/USD 1 .*−.*0\.04 BTC.*−.*2,000/ }),
      )
      .toBeVisible();
  });

  it('of liabilities is of a moment, which must be over', async () => {
    server.reply(getLiabilityReport, {
      success: true,
      at: moment,
      assets: [{ currency: 'BTC', liabilities: '0.5', house: [{ kind: 'rail_clearing', amount: '-0.5' }] }],
    });
    await openConsole('/console/reports?report=liabilities', 'auditor');
    await expect
      .element(report().getByTestId('owed-BTC').getByRole('row', { name: 'Owed to customers 0.50 BTC' }))
      .toBeVisible();
    expect(server.calls(getLiabilityReport)[0]?.query).toEqual({});
    await field('Day').fill('2026-11-01');
    // Its hours and minutes are picked, not typed as a text.
    await field('Time').fill('14:30', { force: true });
    await button('Show').click();
    const asked = new Date(2026, 10, 1, 14, 30).toISOString();
    await expect.poll(() => server.calls(getLiabilityReport).at(-1)?.query).toEqual({ at: asked });
    await button('Now').click();
    await expect.poll(currentPath).toBe('/console/reports?report=liabilities');
    await expect.element(field('Time')).not.toHaveValue('14:30');
    await field('Day').fill('2099-01-01');
    await expect.element(page.getByText('This moment is not over yet.')).toBeVisible();
  });

  it('of too many days is not asked for', async () => {
    await openConsole('/console/reports?from=2024-11-01&until=2026-11-02', 'auditor');
    await expect.element(page.getByText('At most 366 days.')).toBeVisible();
    expect(server.calls(getMovementReport)).toEqual([]);
  });

  it('says that there is nothing, and that it could not be loaded', async () => {
    server.refuse(getMovementReport, 'ServerError', { message: 'Out of order.' });
    await openConsole(at, 'auditor');
    await expect.element(page.getByText('The report could not be loaded')).toBeVisible();
    server.reply(getMovementReport, { ...fees, assets: [], days: [] });
    await button('Try again').click();
    await expect.element(page.getByText('Nothing in this period')).toBeVisible();
  });

  it('with nothing in it says so on paper too', async () => {
    server.reply(getMovementReport, { ...fees, assets: [], days: [] });
    await openConsole(at, 'treasurer');
    await expect.element(page.getByText('Nothing in this period')).toBeVisible();
    dispatchEvent(new Event('beforeprint'));
    expect(document.querySelector('[data-print-sheet]')?.textContent).toContain('Nothing in this period');
    dispatchEvent(new Event('afterprint'));
  });

  it('is saved as CSV, and printed without what is around it', async () => {
    const saved: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:nothing');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    server.reply(exportMovementReport, 'day,currency\r\n');
    await openConsole(at, 'treasurer');
    await expect.element(report()).toBeVisible();
    await button('CSV').click();
    await expect.poll(() => saved[0]).toMatch(/-fees-/);
    dispatchEvent(new Event('beforeprint'));
    const sheet = document.querySelector('[data-print-sheet]');
    expect(sheet?.textContent).toMatch(/^Mercury.*Fees earned.*Nov 1, 2026.*Nov 2, 2026/);
    expect(sheet?.querySelector('nav, button')).toBeNull();
    dispatchEvent(new Event('afterprint'));
  });
});
