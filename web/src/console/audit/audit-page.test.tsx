import { type AuditEntry, exportAudit, listAudit } from '@mercury/contract/console/audit.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { entryOf, openConsole } from '../../test/console.tsx';
import { button, field } from '../../test/fields.ts';
import { currentPath } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';

const entry = (action: string) => page.getByRole('button', { name: new RegExp(`^${action} `) });
const opened = () => page.getByRole('dialog');

describe('the audit log', () => {
  it('is asked for by what the address says, with whole days of here', async () => {
    server.reply(listAudit, { success: true, entries: [entryOf(1)], next: null });
    await openConsole('/console/audit?actor=Grace&from=2026-11-01&until=2026-11-02&subject=&no=1', 'auditor');
    await expect.element(entry('Invited a member of staff')).toBeVisible();
    expect(server.calls(listAudit)[0]?.query).toEqual({
      actor: 'Grace',
      from: new Date(2026, 10, 1).toISOString(),
      until: new Date(2026, 10, 3).toISOString(),
    });
    await expect.element(field('Who')).toHaveValue('Grace');
  });

  it('is filtered into the address, and cleared out of it', async () => {
    server.reply(listAudit, { success: true, entries: [], next: null });
    await openConsole('/console/audit', 'auditor');
    await expect.element(page.getByText('No entries found')).toBeVisible();
    await field('Action').fill('staff.');
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentPath).toBe('/console/audit?action=staff.');
    await expect.element(field('Action')).toHaveFocus();
    await expect.poll(() => server.calls(listAudit).at(-1)?.query).toEqual({ action: 'staff.' });
    await button('Clear filters').click();
    await expect.poll(currentPath).toBe('/console/audit');
    await expect.element(field('Action')).toHaveValue('');
    await expect.element(field('Who')).toHaveFocus();
  });

  it('shows on a phone what it is filtered by from the start', async () => {
    onTestFinished(() => page.viewport(1024, 800));
    await page.viewport(360, 800);
    server.reply(listAudit, { success: true, entries: [entryOf(1)], next: null });
    await openConsole('/console/audit?actor=Grace', 'auditor');
    await expect.element(field('Who')).toHaveValue('Grace');
    await expect.element(field('Who')).toBeVisible();
    await expect.element(button('Filter the entries')).toHaveAttribute('aria-expanded', 'true');
  });

  it('shows on a phone the entries first, and its filter on request', async () => {
    onTestFinished(() => page.viewport(1024, 800));
    await page.viewport(360, 800);
    server.reply(listAudit, { success: true, entries: [entryOf(1)], next: null });
    await openConsole('/console/audit', 'auditor');
    await expect.element(entry('Invited a member of staff')).toBeVisible();
    await expect.element(field('Who')).not.toBeInTheDocument();
    await button('Filter the entries').click();
    await expect.element(button('Filter the entries')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(field('Who')).toBeVisible();
    await page.viewport(1024, 800);
    await expect.element(button('Filter the entries')).not.toBeInTheDocument();
    await expect.element(field('Who')).toBeVisible();
  });

  it('calls by name, in the reader’s words, what entries are about', async () => {
    const trade = { given: '60000.00 USD', received: '1.00000000 BTC', venue: 'Kraken', reference: 'T-1' };
    const entries: [string, Partial<AuditEntry>, RegExp][] = [
      [
        'settings.change',
        { subjectKind: 'setting', subjectId: 'WITHDRAWAL_FEE_BPS' },
        /Setting Fee of withdrawals/,
      ],
      ['proposal.open', { subjectKind: 'proposal', subjectName: 'TRADE_FEE_BPS' }, /Proposal Fee of trades/],
      [
        'levels.change',
        { subjectKind: 'level', before: { level: 'Basic' }, after: { level: 'Known' } },
        /Level Known/,
      ],
      ['trading.halt', { subjectKind: 'trading', subjectId: 'all' }, /Trading all/],
      [
        'trading.hedge',
        { subjectKind: 'outside_trade', subjectId: 'kraken t-1', after: trade },
        /60,000\.00 USD → 1\.00 BTC · Kraken T-1/,
      ],
    ];
    server.reply(listAudit, {
      success: true,
      entries: entries.map(([action, differing], at) => ({
        ...entryOf(at + 1, action),
        subjectName: null,
        ...differing,
      })),
      next: null,
    });
    await openConsole('/console/audit', 'auditor');
    const shown = page.getByRole('main').getByRole('listitem');
    for (const [at, [, , words]] of entries.entries())
      await expect.element(shown.nth(at)).toMatchTextContent(words);
  });

  it('goes on by key', async () => {
    server.replyBy(listAudit, ({ query }) => {
      const isFirst = query['before'] === undefined;
      return {
        success: true as const,
        entries: [isFirst ? entryOf(52, 'staff.join') : entryOf(51, 'staff.remove')],
        next: isFirst ? '52' : null,
      };
    });
    await openConsole('/console/audit', 'auditor');
    await button('Load more').click();
    await expect.element(entry('Removed a member of staff')).toBeVisible();
    await expect.element(entry('Joined the staff')).toBeVisible();
    expect(button('Load more').query()).toBeNull();
    expect(server.calls(listAudit).at(-1)?.query).toEqual({ before: '52' });
  });

  it('opens an entry with before, after, reason and hash', async () => {
    server.reply(listAudit, { success: true, entries: [entryOf(7)], next: null });
    await openConsole('/console/audit', 'auditor');
    await entry('Invited a member of staff').click();
    await expect.element(opened()).toHaveAccessibleName('Entry 7');
    await expect.element(opened().getByRole('row', { name: 'Role Support Auditor' })).toBeVisible();
    await expect.element(opened()).toMatchTextContent(/A new task/);
    await expect.element(opened()).toMatchTextContent(/(ab){32}/);
    await expect.element(opened()).toMatchTextContent(/Grace \(command line\)/);
  });

  it('says what is known of who it was, and calls a subject by its name', async () => {
    const unsigned = { ...entryOf(8), networkAddress: '203.0.113.7' };
    const entries = [
      { ...unsigned, actor: 'eve@staff.example', action: 'session.refused' },
      { ...unsigned, seq: 9, actor: 'link of a mail', action: 'proposal.cancel', subjectName: null },
      { ...entryOf(10), action: 'set-market', subjectKind: 'row', subjectId: 'BTC-USD', subjectName: null },
      {
        ...entryOf(11, 'settings.change'),
        subjectKind: 'setting',
        subjectId: 'TRADE_FEE_BPS',
        subjectName: null,
      },
    ];
    server.reply(listAudit, { success: true, entries, next: null });
    await openConsole('/console/audit', 'auditor');
    await expect.element(entry('set-market')).toMatchTextContent(/row\u2069 BTC-USD/);
    await expect.element(entry('Changed a setting Setting Fee of trades')).toBeVisible();
    await expect.element(entry('Took a proposal back')).toMatchTextContent(/by the link of a mail/);
    await entry('Was refused at the sign-in Staff Omid Karimi').click();
    await expect.element(opened()).toMatchTextContent(/eve@staff.example \(not proved to be them\)/);
    await expect.element(opened()).toMatchTextContent(/session.refused/);
  });

  it('says that it could not be loaded, and is asked for again', async () => {
    server.refuse(listAudit, 'ServerError', { message: 'Out of order.' });
    await openConsole('/console/audit', 'auditor');
    await expect.element(page.getByText('The audit log could not be loaded')).toBeVisible();
    server.reply(listAudit, { success: true, entries: [entryOf(1)], next: null });
    await button('Try again').click();
    await expect.element(entry('Invited a member of staff')).toBeVisible();
  });

  it('is saved as CSV with the same filter', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      if (content instanceof Blob) saved.push(content);
      return 'blob:nothing';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    server.reply(listAudit, { success: true, entries: [entryOf(1)], next: null });
    server.reply(exportAudit, 'seq,at\r\n');
    await openConsole('/console/audit?action=staff.', 'auditor');
    await button('CSV').click();
    await expect.poll(() => saved.length).toBe(1);
    expect(await saved[0]?.text()).toBe('seq,at\r\n');
    expect(server.calls(exportAudit)[0]?.query).toEqual({ action: 'staff.' });
  });
});
