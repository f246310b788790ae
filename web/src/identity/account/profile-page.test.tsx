import { listPasskeys } from '@mercury/contract/api/passkeys.ts';
import { getSecurity } from '@mercury/contract/api/security.ts';
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, securityOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { ProfilePage } from './profile-page.tsx';

afterEach(async () => {
  delete document.documentElement.dataset['theme'];
  await i18next.changeLanguage('en');
});

async function renderProfile(user: User = sara, at = '/profile') {
  serveAccount();
  server.reply(getSecurity, securityOf());
  server.reply(listPasskeys, { success: true, passkeys: [] });
  await renderApp(
    <ProfilePage user={user} securityCards={null} limitCards={null} noticeCard={<p>What you are told</p>} />,
    { as: user, at },
  );
}

it('has groups that links lead to, each with its heading above those of its cards', async () => {
  await renderProfile();
  const links = page.getByRole('navigation', { name: 'Profile sections' }).getByRole('link');
  const hrefs = () => links.elements().map((link) => link.getAttribute('href'));
  await expect.poll(hrefs).toEqual(['#personal', '#security', '#preferences', '#limits', '#data']);
  const data = page.getByRole('region', { name: 'Data and deletion' });
  await expect.element(data.getByRole('heading', { level: 3, name: 'Delete account' })).toBeVisible();
  expect(data.element().id).toBe('data');
});

it('has what the person is told among the preferences', async () => {
  await renderProfile();
  const preferences = page.getByRole('region', { name: 'Preferences' });
  await expect.element(preferences.getByText('What you are told')).toBeVisible();
});

it('opens at the group that its address names', async () => {
  await renderProfile(sara, '/profile#data');
  await expect.element(page.getByRole('region', { name: 'Data and deletion' })).toBeInViewport();
});

it('leaves the name empty until somebody has given one', async () => {
  await renderProfile({ ...sara, name: sara.username });
  await expect.element(field('Full name')).toHaveValue('');
});

it('shows the name that somebody has given', async () => {
  await renderProfile({ ...sara, name: 'Sara Karimi' });
  await expect.element(field('Full name')).toHaveValue('Sara Karimi');
});

it('changes language and theme, and follows the device again', async () => {
  await renderProfile();
  const theme = page.getByRole('combobox', { name: 'Theme' });
  await expect.element(theme).toHaveValue('system');
  await userEvent.selectOptions(theme, 'dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await userEvent.selectOptions(theme, 'system');
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(localStorage.getItem('theme')).toBeNull();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'ru');
  await expect.element(page.getByRole('heading', { level: 2, name: 'Настройки' })).toBeVisible();
});
