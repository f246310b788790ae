import { getConfig } from '@mercury/contract/api/config.ts';
import { listPasskeys } from '@mercury/contract/api/passkeys.ts';
import { getSecurity, listSessions } from '@mercury/contract/api/security.ts';
import { changeEmail } from '@mercury/contract/api/users.ts';
import { getBalance } from '@mercury/contract/api/wallets.ts';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { onBrowserHistory } from '../../test/browser-history.ts';
import { button, field } from '../../test/fields.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { balanceOf, configOf, sara, securityOf, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { PasskeysCard } from '../factors/passkeys-card.tsx';
import { ChangeEmailCard } from './change-email-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';

onBrowserHistory('/profile');

const show = (card: ReactElement) => renderApp(card, { isInBrowser: true });
const kept = () => sessionStorage.getItem('drafts') ?? '';

beforeEach(() => {
  signIn(sara);
  server.reply(getSecurity, securityOf());
  server.reply(getBalance, balanceOf());
  server.reply(getConfig, configOf());
  server.reply(listPasskeys, { success: true, passkeys: [] });
  server.reply(listSessions, { success: true, sessions: [] });
});

it.each([
  ['Change email', 'New email', 'new@example.com', <ChangeEmailCard key="email" user={sara} />],
  ['Delete account…', 'Why are you leaving?', 'No reason', <DeleteAccountCard key="delete" user={sara} />],
  ['Add a passkey', 'Name', 'Blue key', <PasskeysCard key="passkeys" />],
])('what was typed below “%s” survives a reload', async (opener, label, text, card) => {
  const rendered = await show(card);
  await button(opener).click();
  await field(label).fill(text);
  await rendered.unmount();
  await show(card);
  await expect.element(field(label)).toHaveValue(text);
});

it('keeps no password, and nothing that was sent', async () => {
  await show(<ChangeEmailCard user={sara} />);
  await button('Change email').click();
  await field('New email').fill('new@example.com');
  await field('Password').fill('Passw0rd!');
  expect(kept()).toContain('new@example.com');
  expect(kept()).not.toContain('Passw0rd!');
  server.reply(changeEmail, success('Look into your mail'));
  await button('Send the code').click();
  await expect.element(page.getByRole('dialog', { name: 'Confirm your new email' })).toBeVisible();
  expect(kept()).toBe('');
});
