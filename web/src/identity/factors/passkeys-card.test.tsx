import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import {
  createPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeys,
} from '@mercury/contract/api/passkeys.ts';
import { listSessions, prove } from '@mercury/contract/api/security.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectFieldError, expectToast, field, pressTwice } from '../../test/fields.ts';
import { proofDialog, showPassword, wantProof } from '../../test/proofs.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from '../proof/proof-dialog-host.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { sessionsQuery } from '../security/queries.ts';

const laptop: Passkey = {
  id: idOf(1),
  name: 'Laptop',
  isSynced: false,
  createdAt: '2026-03-01T10:00:00.000Z',
  lastUsedAt: null,
};
const phone: Passkey = {
  ...laptop,
  id: idOf(2),
  name: 'Phone',
  isSynced: true,
  lastUsedAt: '2026-03-05T10:00:00.000Z',
};
const listOf = (...passkeys: Passkey[]) => ({ success: true, passkeys }) as const;
const offer = {
  success: true,
  challengeToken: 'challenge-token',
  options: { challenge: 'AQID', user: { id: 'AQID', name: 'sara', displayName: 'Sara' } },
} as const;
const created = { success: true, passkey: laptop, message: 'Passkey added' } as const;

/** A device's answer: three bytes for each field. */
const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { attestationObject: bytes, clientDataJSON: bytes, getTransports: () => ['internal'] },
} as const satisfies object;

/** Replaces the browser's own prompt. */
function promptAnswers(answer: () => Promise<Credential | null>) {
  return vi.spyOn(navigator.credentials, 'create').mockImplementation(answer);
}
const promptFails = (name: string) => promptAnswers(() => Promise.reject(new DOMException('', name)));

const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const adding = () => page.getByRole('dialog', { name: 'Add a passkey' });
const name = () => adding().getByRole('textbox', { name: 'Name' });
const goOn = () => adding().getByRole('button', { name: 'Continue' });

/** Every new passkey needs its own proof. */
async function goOnWithPassword() {
  await goOn().click();
  await showPassword();
}

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(...passkeys: Passkey[]) {
  await openAs(sara, ...passkeys);
}

async function openAs(user: User, ...passkeys: Passkey[]) {
  server.reply(listPasskeys, listOf(...passkeys));
  await renderApp(
    <>
      <PasskeysCard />
      <ProofDialogHost user={user} />
    </>,
    { as: user },
  );
}

/** Opens the dialog up to the name. The device comes from the list of sessions, if there is one. */
async function openAdding({ device, user = sara }: { device?: string; user?: User } = {}) {
  const session = {
    id: idOf(9),
    networkAddress: '',
    createdAt: laptop.createdAt,
    lastUsedAt: laptop.createdAt,
  };
  const sessions = device === undefined ? [] : [{ ...session, device, isCurrent: true }];
  server.reply(listSessions, { success: true, sessions });
  server.reply(createPasskeyOptions, offer);
  await openAs(user);
  // The page lists the sessions too. Before sign-in nothing is cached about a person.
  queryClient.setQueryData(sessionsQuery.queryKey, sessions);
  await button('Add a passkey').click();
  await expect.element(name()).toBeVisible();
}

describe('the passkeys', () => {
  it('are named, with when each was added and used', async () => {
    await open(laptop, phone);
    await expect.element(rowOf('Laptop')).toMatchTextContent(/Added Mar 1, 2026.*never used/);
    await expect.element(rowOf('Laptop')).not.toMatchTextContent('Synced');
    await expect.element(rowOf('Phone')).toMatchTextContent(/Synced.*last used Mar 5, 2026/);
  });

  it('are none at first, which says what they are good for', async () => {
    await open();
    await expect.element(page.getByText('No passkeys yet')).toBeVisible();
    await expect.element(button('Add a passkey')).toBeVisible();
  });

  it('can be nine and one more, and no more than ten', async () => {
    const many = Array.from({ length: 10 }, (_, index) => ({
      ...laptop,
      id: idOf(index),
      name: `Key ${index}`,
    }));
    await open(...many.slice(1));
    await expect.element(button('Add a passkey')).toBeVisible();
    server.reply(listPasskeys, listOf(...many));
    await queryClient.invalidateQueries();
    await expect.element(page.getByText(/An account can have up to 10 passkeys/)).toBeVisible();
    expect(button('Add a passkey').query()).toBeNull();
  });

  it('can’t be added where the browser makes none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    await open(laptop);
    await expect.element(page.getByText(/This browser can’t create passkeys/)).toBeVisible();
    expect(button('Add a passkey').query()).toBeNull();
    await expect.element(button('Remove \u2068Laptop\u2069')).toBeVisible();
  });

  it('that can’t be loaded say so, and can be asked for again', async () => {
    server.refuse(listPasskeys, 'RateLimitExceeded', { message: 'Too often.' });
    await renderApp(<PasskeysCard />, { as: sara });
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to load passkeys.*Too often\./);
    server.reply(listPasskeys, listOf(laptop));
    await button('Try again').click();
    await expect.element(rowOf('Laptop')).toBeVisible();
  });
});

describe('a new passkey', () => {
  it('is named after this device at first, and needs a name', async () => {
    await openAdding({ device: 'Chrome · Linux' });
    await expect.element(name()).toHaveValue('Chrome · Linux');
    await name().fill(' ');
    await goOn().click();
    await expectFieldError(name(), 'This field is required');
    expect(server.callCount(createPasskeyOptions)).toBe(0);
  });

  it('is made by the browser, once however fast it is asked for, and kept under its name', async () => {
    await openAdding();
    const prompt = promptAnswers(async () => credential);
    const held = server.hold(createPasskey, created);
    await name().fill('Laptop');
    pressTwice(goOn());
    await showPassword();
    await expect.element(goOn()).toHaveAttribute('aria-busy', 'true');
    server.reply(listPasskeys, listOf(laptop));
    held.release();
    await expectToast('Passkey added');
    await expect.element(adding()).not.toBeInTheDocument();
    await expect.element(rowOf('Laptop')).toBeVisible();
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(server.calls(createPasskey).map(({ body }) => body)).toEqual([
      {
        challengeToken: 'challenge-token',
        name: 'Laptop',
        credential: {
          id: 'AQID',
          rawId: 'AQID',
          type: 'public-key',
          authenticatorAttachment: 'platform',
          clientExtensionResults: {},
          response: { attestationObject: 'AQID', clientDataJSON: 'AQID', transports: ['internal'] },
        },
      },
    ]);
  });

  it('wants a password that is right before the browser is asked, whatever the session has shown', async () => {
    await openAdding();
    server.refuse(createPasskeyOptions, 'WrongPassword', { message: 'This is not your password.' });
    server.reply(createPasskey, created);
    const prompt = promptAnswers(async () => credential);
    await name().fill('Laptop');
    await goOnWithPassword();
    await expectFieldError(field('Password'), 'This is not your password.');
    expect(prompt).not.toHaveBeenCalled();
    server.reply(createPasskeyOptions, offer);
    await showPassword('right');
    await expectToast('Passkey added');
    expect(server.calls(createPasskeyOptions).at(-1)?.body).toEqual({ password: 'right' });
    expect(server.callCount(createPasskey)).toBe(1);
    expect(server.callCount(prove)).toBe(0);
  });

  it('wants a code where two-factor is on', async () => {
    await openAdding({ user: { ...sara, twoFactorEnabled: true } });
    server.reply(createPasskey, created);
    promptAnswers(async () => credential);
    await name().fill('Laptop');
    await goOn().click();
    await field('Authenticator code').fill('123456');
    await proofDialog().getByRole('button', { name: 'Confirm' }).click();
    await expectToast('Passkey added');
    expect(server.calls(createPasskeyOptions).map(({ body }) => body)).toEqual([{ twoFactorCode: '123456' }]);
  });

  it('is not asked for where its person would rather show nothing', async () => {
    await openAdding();
    await name().fill('Laptop');
    await goOn().click();
    await proofDialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(goOn()).not.toHaveAttribute('aria-busy');
    expect(adding().getByRole('alert').query()).toBeNull();
    expect(server.callCount(createPasskeyOptions)).toBe(0);
  });

  it('is made with the same proof where a prompt that was closed is tried again at once, and not later', async () => {
    holdClock();
    await openAdding();
    promptFails('NotAllowedError');
    await name().fill('Laptop');
    await goOnWithPassword();
    await expect.poll(() => server.callCount(createPasskeyOptions)).toBe(1);
    await expect.element(goOn()).not.toHaveAttribute('aria-busy');
    promptAnswers(async () => credential);
    server.refuse(createPasskey, 'PasskeyRefused', { message: 'Not this one.' });
    await goOn().click();
    await expect.element(adding().getByRole('alert')).toHaveTextContent('Not this one.');
    expect(server.callCount(createPasskeyOptions)).toBe(1);
    // Its challenge is spent.
    promptFails('NotAllowedError');
    await goOnWithPassword();
    await expect.poll(() => server.callCount(createPasskeyOptions)).toBe(2);
    await expect.element(goOn()).not.toHaveAttribute('aria-busy');
    await passTime(61_000);
    await goOn().click();
    await expect.element(proofDialog()).toBeVisible();
  });

  it.each(['NotAllowedError', 'AbortError'])(
    'is left at that without a word where the prompt ends with %s',
    async (errorName) => {
      await openAdding();
      promptFails(errorName);
      await name().fill('Laptop');
      await goOnWithPassword();
      await expect.poll(() => server.callCount(createPasskeyOptions)).toBe(1);
      await expect.element(goOn()).not.toHaveAttribute('aria-busy');
      await expect.element(name()).toHaveValue('Laptop');
      expect(adding().getByRole('alert').query()).toBeNull();
      expect(server.callCount(createPasskey)).toBe(0);
    },
  );

  it.each([
    ['InvalidStateError', 'This device already has a passkey for your account.'],
    ['NotSupportedError', 'The passkey could not be created. Please try again, or use another device.'],
    ['SecurityError', 'The passkey could not be created. Please try again, or use another device.'],
  ])('that the device refuses with %s says why', async (errorName, text) => {
    await openAdding();
    promptFails(errorName);
    await name().fill('Laptop');
    await goOnWithPassword();
    await expect.element(adding().getByRole('alert')).toHaveTextContent(text);
    expect(server.callCount(createPasskey)).toBe(0);
  });

  it.each(['PasskeyRefused', 'PasskeyExists', 'TooManyPasskeys', 'Busy'] as const)(
    'that the server refuses with %s says so in the server’s words',
    async (code) => {
      await openAdding();
      promptAnswers(async () => credential);
      server.refuse(createPasskey, code, { message: 'Not this one.' });
      await name().fill('Laptop');
      await goOnWithPassword();
      await expect.element(adding().getByRole('alert')).toHaveTextContent('Not this one.');
      await expect.element(name()).toHaveValue('Laptop');
    },
  );
});

describe('removing a passkey', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Remove this passkey?' });
  const remove = () => dialog().getByRole('button', { name: 'Remove' });

  async function askToRemove() {
    await open(laptop, phone);
    await button('Remove \u2068Phone\u2069').click();
    await expect.element(dialog()).toHaveAccessibleDescription(/Phone.* will no longer sign you in/);
  }

  it('may be left at that', async () => {
    await askToRemove();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.callCount(deletePasskey)).toBe(0);
  });

  it('removes that one, after a proof where the session is not fresh', async () => {
    await askToRemove();
    wantProof(deletePasskey, success('It is gone'));
    pressTwice(remove());
    server.reply(listPasskeys, listOf(laptop));
    await showPassword();
    await expectToast('It is gone');
    await expect.element(rowOf('Phone')).not.toBeInTheDocument();
    expect(server.calls(deletePasskey).map(({ params }) => params)).toEqual([
      { id: phone.id },
      { id: phone.id },
    ]);
  });

  it('that was removed elsewhere is as good as removing it', async () => {
    await askToRemove();
    server.refuse(deletePasskey, 'NotFound', { message: 'There is no such passkey.' });
    server.reply(listPasskeys, listOf(laptop));
    await remove().click();
    await expectToast('Passkey removed');
    await expect.element(rowOf('Phone')).not.toBeInTheDocument();
    expect(server.calls(deletePasskey).map(({ params }) => params)).toEqual([{ id: phone.id }]);
  });

  it('that is refused says so in its dialog', async () => {
    await askToRemove();
    server.refuse(deletePasskey, 'Busy', { message: 'Not now.' });
    await remove().click();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('Not now.');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(rowOf('Phone')).toBeVisible();
  });
});
