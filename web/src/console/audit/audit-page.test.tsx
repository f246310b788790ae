import { exportAudit, listAudit } from '@mercury/contract/console/audit.ts';
import { describe, expect, it, vi } from 'vitest';
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
    await expect.element(entry('staff.invite')).toBeVisible();
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
    await expect.poll(() => server.calls(listAudit).at(-1)?.query).toEqual({ action: 'staff.' });
    await button('Clear filters').click();
    await expect.poll(currentPath).toBe('/console/audit');
    await expect.element(field('Action')).toHaveValue('');
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
    await expect.element(entry('staff.remove')).toBeVisible();
    await expect.element(entry('staff.join')).toBeVisible();
    expect(button('Load more').query()).toBeNull();
    expect(server.calls(listAudit).at(-1)?.query).toEqual({ before: '52' });
  });

  it('opens an entry with before, after, reason and hash', async () => {
    server.reply(listAudit, { success: true, entries: [entryOf(7)], next: null });
    await openConsole('/console/audit', 'auditor');
    await entry('staff.invite').click();
    await expect.element(opened()).toHaveAccessibleName('Entry 7');
    await expect.element(opened().getByRole('row', { name: 'role Support Auditor' })).toBeVisible();
    await expect.element(opened()).toMatchTextContent(/A new task/);
    await expect.element(opened()).toMatchTextContent(/(ab){32}/);
    await expect.element(opened()).toMatchTextContent(/Grace \(command line\)/);
  });

  it('says that it could not be loaded, and is asked for again', async () => {
    server.refuse(listAudit, 'ServerError', { message: 'Out of order.' });
    await openConsole('/console/audit', 'auditor');
    await expect.element(page.getByText('The audit log could not be loaded')).toBeVisible();
    server.reply(listAudit, { success: true, entries: [entryOf(1)], next: null });
    await button('Try again').click();
    await expect.element(entry('staff.invite')).toBeVisible();
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
