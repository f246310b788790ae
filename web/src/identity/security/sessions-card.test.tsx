import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionInfo,
} from '@mercury/contract/api/security.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectToast, pressTwice } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { SessionsCard } from './sessions-card.tsx';

const here: SessionInfo = {
  id: idOf(1),
  device: 'Chrome · Linux',
  networkAddress: '192.0.2.1',
  createdAt: '2026-03-01T10:00:00.000Z',
  lastUsedAt: '2026-03-01T12:00:00.000Z',
  isCurrent: true,
};
const phone: SessionInfo = { ...here, id: idOf(2), device: 'Safari · iOS', isCurrent: false };
const nameless: SessionInfo = { ...here, id: idOf(3), device: '', networkAddress: '', isCurrent: false };

const listOf = (...sessions: SessionInfo[]) => ({ success: true, sessions }) as const;
const rows = () => page.getByRole('listitem');
const rowOf = (text: string) => rows().filter({ hasText: text });
const dialog = (name = 'Sign out this device?') => page.getByRole('dialog', { name });
const confirm = () => dialog().getByRole('button', { name: 'Sign out', exact: true });

async function open(...sessions: SessionInfo[]) {
  server.reply(listSessions, listOf(...sessions));
  await renderApp(<SessionsCard />, { as: sara });
  await expect.element(rows().first()).toBeVisible();
}

async function askToEndPhone() {
  await open(here, phone, nameless);
  await button('Sign out \u2068Safari · iOS\u2069').click();
  await expect.element(confirm()).toBeVisible();
}

describe('the signed-in devices', () => {
  it('are named, with their address and when they were signed in', async () => {
    await open(here, phone, nameless);
    await expect.element(rowOf('Chrome · Linux')).toMatchTextContent(/This device.*192\.0\.2\.1.*Active now/);
    await expect.element(rowOf('Safari · iOS')).not.toMatchTextContent('This device');
    await expect.element(rowOf('Unknown device')).toBeVisible();
    await expect.element(rowOf('Safari · iOS')).toMatchTextContent(/Signed in .*2026/);
  });

  it('can be ended one by one, but for the one that is in use', async () => {
    await open(here, phone, nameless);
    expect(rowOf('Chrome · Linux').getByRole('button').query()).toBeNull();
    await expect.element(button('Sign out Unknown device')).toBeVisible();
  });

  it('have none to end where there is only this one', async () => {
    await open(here);
    expect(page.getByRole('button').elements()).toHaveLength(0);
  });

  it('tell how long ago each was used, minute by minute', async () => {
    holdClock();
    await open(here, { ...phone, lastUsedAt: new Date(Date.now() - 60_000).toISOString() });
    await expect.element(rowOf('Safari · iOS')).toMatchTextContent('1 minute ago');
    await passTime(120_000);
    await expect.element(rowOf('Safari · iOS')).toMatchTextContent('3 minutes ago');
  });

  it('that can’t be loaded say so, and can be asked for again', async () => {
    server.refuse(listSessions, 'RateLimitExceeded', { message: 'Too often.' });
    await renderApp(<SessionsCard />, { as: sara });
    const failure = page.getByRole('alert');
    await expect.element(failure).toMatchTextContent(/Failed to load signed-in devices.*Too often\./);
    server.reply(listSessions, listOf(here));
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('This device')).toBeVisible();
  });
});

describe('ending a session', () => {
  it('is asked about once more, and may be left at that', async () => {
    await askToEndPhone();
    await expect
      .element(dialog())
      .toHaveAccessibleDescription('\u2068Safari · iOS\u2069 will be signed out right away.');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.callCount(endSession)).toBe(0);
  });

  it('ends that one, once however fast it is pressed, and the list is asked for again', async () => {
    await askToEndPhone();
    const held = server.hold(endSession, success('It has ended'));
    pressTwice(confirm());
    await expect.element(confirm()).toHaveAttribute('aria-busy', 'true');
    server.reply(listSessions, listOf(here, nameless));
    held.release();
    await expectToast('It has ended');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(rowOf('Safari · iOS')).not.toBeInTheDocument();
    expect(server.calls(endSession).map(({ params }) => params)).toEqual([{ id: phone.id }]);
  });

  it('that has ended already is as good as ending it', async () => {
    await askToEndPhone();
    server.refuse(endSession, 'NotFound', { message: 'There is no such session.' });
    server.reply(listSessions, listOf(here));
    await confirm().click();
    await expectToast('Device signed out');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(rowOf('Safari · iOS')).not.toBeInTheDocument();
    expect(page.getByText('There is no such session.').query()).toBeNull();
    expect(server.calls(endSession).map(({ params }) => params)).toEqual([{ id: phone.id }]);
  });

  it.each(['RateLimitExceeded', 'Busy'] as const)(
    'refused with %s says so in its dialog, and can be tried again',
    async (code) => {
      await askToEndPhone();
      server.refuse(endSession, code, { message: 'Not now.' });
      await confirm().click();
      await expect.element(dialog().getByRole('alert')).toMatchTextContent('Not now.');
      server.reply(endSession, success('It has ended'));
      await confirm().click();
      await expectToast('It has ended');
      expect(server.calls(endSession).map(({ params }) => params)).toEqual([
        { id: phone.id },
        { id: phone.id },
      ]);
    },
  );

  it('that gets no answer blames the connection', async () => {
    await askToEndPhone();
    server.loseAnswer(endSession);
    await confirm().click();
    await expect.element(dialog().getByRole('alert')).toMatchTextContent('Network error.');
    // It stays, to be tried again.
    server.reply(endSession, success());
    server.reply(listSessions, listOf(here));
    await confirm().click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(rowOf('Safari · iOS')).not.toBeInTheDocument();
  });

  it('forgets, when it is opened anew, what went wrong before', async () => {
    await askToEndPhone();
    server.refuse(endSession, 'Busy', { message: 'Not now.' });
    await confirm().click();
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button('Sign out Unknown device').click();
    await expect
      .element(dialog())
      .toHaveAccessibleDescription('Unknown device will be signed out right away.');
    expect(dialog().getByRole('alert').query()).toBeNull();
  });
});

describe('ending all others', () => {
  const all = () => dialog('Sign out all other devices?');

  it('ends every session but this one, after it was asked about', async () => {
    await open(here, phone, nameless);
    await button('Sign out all other devices').click();
    await expect
      .element(all())
      .toHaveAccessibleDescription('Every device except this one will be signed out right away.');
    server.reply(endOtherSessions, success('All others have ended'));
    server.reply(listSessions, listOf(here));
    await all().getByRole('button', { name: 'Sign out all other devices' }).click();
    await expectToast('All others have ended');
    await expect.element(rowOf('Safari · iOS')).not.toBeInTheDocument();
    await expect.element(button('Sign out all other devices')).not.toBeInTheDocument();
    expect(server.callCount(endOtherSessions)).toBe(1);
    expect(server.callCount(endSession)).toBe(0);
  });

  it('is not done because one of them was not found', async () => {
    await open(here, phone);
    await button('Sign out all other devices').click();
    server.refuse(endOtherSessions, 'Busy', { message: 'Not now.' });
    await all().getByRole('button', { name: 'Sign out all other devices' }).click();
    await expect.element(all().getByRole('alert')).toMatchTextContent('Not now.');
  });
});
