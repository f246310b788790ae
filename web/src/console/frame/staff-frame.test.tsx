import { listAudit } from '@mercury/contract/console/audit.ts';
import { listProposals } from '@mercury/contract/console/proposals.ts';
import { listRoles } from '@mercury/contract/console/roles.ts';
import { listStaff } from '@mercury/contract/console/staff.ts';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole, proposalOf } from '../../test/console.tsx';
import { field } from '../../test/fields.ts';
import { currentPath } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';

const sheet = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

beforeEach(() => {
  server.reply(listStaff, { success: true, staff: [], invitations: [] });
  server.reply(listRoles, { success: true, roles: [] });
  server.reply(listAudit, { success: true, entries: [], next: null });
});

it('jumps to a page by G and its letter, and not by the letter alone', async () => {
  await openConsole('/console', 'owner');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('s');
  expect(currentPath()).toBe('/console');
  await userEvent.keyboard('gs');
  await expect.poll(currentPath).toBe('/console/staff');
  await userEvent.keyboard('gc');
  await expect.poll(currentPath).toBe('/console/account');
});

it('leaves keys to whoever types', async () => {
  await openConsole('/console/audit', 'owner');
  await field('Who').fill('');
  await userEvent.keyboard('gs?');
  await expect.element(field('Who')).toHaveValue('gs?');
  expect(currentPath()).toBe('/console/audit');
  expect(sheet().query()).toBeNull();
});

it('jumps to no page that the role does not permit', async () => {
  await openConsole('/console', 'support');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('ga?');
  await expect.element(sheet()).toBeVisible();
  expect(currentPath()).toBe('/console');
  expect(sheet().getByText('Audit log').query()).toBeNull();
});

it('shows the keys, which can be turned off there', async () => {
  await openConsole('/console', 'owner');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(sheet()).toBeVisible();
  await page.getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet()).not.toBeInTheDocument();
  await userEvent.keyboard('gs');
  await userEvent.keyboard('?');
  expect(currentPath()).toBe('/console');
  expect(sheet().query()).toBeNull();
});

it('counts what waits for somebody beside the page that shows it', async () => {
  await openConsole('/console', 'owner');
  const place = page.getByRole('link', { name: /^Approvals/ });
  await expect.element(place).toMatchTextContent(/^Approvals$/);
  server.reply(listProposals, { success: true, proposals: [proposalOf()], nextCursor: 'c' });
  await place.click();
  await expect.element(page.getByRole('link', { name: 'Approvals 1+ open' })).toBeVisible();
});

it('on a phone the pages are one row, with the present one in sight', async () => {
  const { innerWidth: width, innerHeight: height } = window;
  await page.viewport(360, 740);
  try {
    await openConsole('/console/audit', 'owner');
    const current = page.getByRole('link', { name: 'Audit log' });
    await expect.element(current).toBeInViewport({ ratio: 1 });
    const row = page.getByRole('navigation', { name: 'Pages of the console' });
    const tops = row
      .getByRole('link')
      .elements()
      .map((link) => link.getBoundingClientRect().top);
    expect(new Set(tops).size).toBe(1);
    expect(document.documentElement.scrollWidth).toBe(360);
  } finally {
    await page.viewport(width, height);
  }
});

it('on the narrowest phone the console’s name leaves its menus free', async () => {
  const { innerWidth: width, innerHeight: height } = window;
  await page.viewport(320, 740);
  try {
    await openConsole('/console', 'owner');
    const mark = page.getByRole('banner').getByText('Console', { exact: true });
    const menu = page.getByRole('button', { name: 'Appearance' });
    await expect.element(menu).toBeVisible();
    expect(mark.element().getBoundingClientRect().right).toBeLessThanOrEqual(
      menu.element().getBoundingClientRect().left,
    );
  } finally {
    await page.viewport(width, height);
  }
});
